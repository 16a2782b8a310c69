import { useEffect, useLayoutEffect } from "react";

/** A layout effect in a browser. On a server there is no layout to wait for, and React 18 says so for each. */
export const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;
