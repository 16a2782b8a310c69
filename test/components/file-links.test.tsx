import { render, screen } from "@testing-library/react";
import { MessageAttachments, ServiceProvider } from "@service/react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";

const resources = [
  { kind: "file", fileId: "f_1", filename: "bill.pdf", contentType: "application/pdf", sizeBytes: 10 },
];
const files = (origin: string) => (
  <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
    <MessageAttachments resources={resources} addressOf={(id) => `${origin}/files/${id}`} />
  </ServiceProvider>
);

describe("the download of a message's file", () => {
  it("stays in the page for the page's own origin", () => {
    render(files(""));
    const link = screen.getByRole("link");
    expect(link).toHaveAttribute("download", "bill.pdf");
    expect(link).not.toHaveAttribute("target");
    expect(link).not.toHaveAttribute("title");
  });

  it("opens in a new tab, with a notice, for another origin", () => {
    render(files("https://api.test"));
    const link = screen.getByRole("link");
    expect(link).toHaveAttribute("target", "_blank");
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
    expect(link).toHaveAccessibleDescription("opens in a new tab");
  });

  it("is the same in the first draw of a server and of the page", () => {
    expect(renderToString(files("https://api.test"))).not.toContain("_blank");
  });
});
