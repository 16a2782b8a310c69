import { useEffect, useLayoutEffect } from "react";

/** A layout effect in a browser. On a server, where React 18 warns about layout effects, a plain effect. */
export const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;
