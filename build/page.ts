import type { Plugin } from "vite"
import { cspMeta } from "./csp.ts"

/**
 * Puts the Content-Security-Policy before everything else in the built page. `vite serve` omits it: hot reload needs
 * inline scripts, inline styles and scripts made from text.
 */
export const pagePolicy = (): Plugin => ({
  name: "sightline:page-policy",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: { "http-equiv": "Content-Security-Policy", content: cspMeta },
      injectTo: "head-prepend",
    },
  ],
})
