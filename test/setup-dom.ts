import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// React takes a stack for each element in development, and Vitest asks for a hundred frames of each.
Error.stackTraceLimit = 10;

// A busy machine takes longer than the library's default of a second.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  // The next test would send what this one left unsent.
  sessionStorage.clear();
});
