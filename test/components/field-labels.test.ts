import { describe, expect, it } from "vitest";
import { fieldLabels } from "../../src/components/tool-call/field-labels.js";

describe("the labels of fields", () => {
  it.each([
    [
      "identifiers in words",
      ["inStock", "order_id", "ship-to", "OrderDate", "userID", "line2", "to"],
      ["In stock", "Order ID", "Ship to", "Order date", "User ID", "Line2", "To"],
    ],
    [
      "initialisms in capitals",
      [
        "url",
        "apiUrl",
        "ids",
        "image_urls",
        "userIDs",
        "HTMLBody",
        "parseJSONFile",
        "id2",
        "ipv4",
        "useOAuth",
        "ideas",
      ],
      [
        "URL",
        "API URL",
        "IDs",
        "Image URLs",
        "User IDs",
        "HTML body",
        "Parse JSON file",
        "ID2",
        "IPv4",
        "Use OAuth",
        "Ideas",
      ],
    ],
    [
      "other names as they are",
      ["Order no.", "eu-north-1", "API_KEY", "Content-Type", "_id", "a.b", "c__d", "größe", ""],
      ["Order no.", "eu-north-1", "API_KEY", "Content-Type", "_id", "a.b", "c__d", "größe", ""],
    ],
    ["two of one look as they are", ["orderId", "order_id", "inStock"], ["orderId", "order_id", "In stock"]],
    ["two that differ in their case alone as they are", ["ID", "id"], ["ID", "id"]],
    ["two that differ in a space alone as they are", ["orderId", "Order  id"], ["orderId", "Order  id"]],
    ["hidden characters", ["order\u202eId"], ["order[U+202E]Id"]],
    ["a name too long for an identifier as it is", ["a".repeat(61)], ["a".repeat(61)]],
  ])("show %s", (_, names, labels) => {
    expect(fieldLabels(names)).toEqual(labels);
  });
});
