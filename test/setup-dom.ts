import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A busy machine takes longer than the library's default of a second.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => cleanup());
