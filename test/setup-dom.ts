import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A busy machine takes longer than the library's second to come to what is waited for.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => cleanup());
