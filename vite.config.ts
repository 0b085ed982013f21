import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { VitePWA } from "vite-plugin-pwa"
import { budget } from "./build/budget.ts"
import { chunks } from "./build/chunks.ts"
import { compress } from "./build/compress.ts"
import { credits } from "./build/credits.ts"
import { cacheless, modernDexie } from "./build/dexie.ts"
import { droppable } from "./build/droppable.ts"
import { opening } from "./build/opening.ts"
import { pagePolicy } from "./build/page.ts"
import { productionRouter } from "./build/router.ts"
import { stackless } from "./build/stackless.ts"
import packageJson from "./package.json" with { type: "json" }

/** Seconds the installed app waits for newer deployment settings before it takes the ones it has. */
const CONFIG_TIMEOUT_SECONDS = 3

/** Browsers with `light-dark()`, nesting and `:has()`, which the style sheets use as they are. */
const browsers = ["chrome130", "edge130", "firefox132", "safari18"]

export default defineConfig({
  resolve: { alias: [modernDexie, ...productionRouter] },
  define: { "import.meta.env.VITE_APP_VERSION": JSON.stringify(packageJson.version) },
  build: {
    target: browsers,
    cssTarget: browsers,
    /* The policy allows no fonts, scripts or workers from data: addresses. */
    assetsInlineLimit: 0,
    /* Limits and names of one module are written out in the others: 1 KiB less before the form. */
    rolldownOptions: { optimization: { inlineConst: { mode: "all", pass: 3 } } },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: "es" },
  plugins: [
    react(),
    pagePolicy(),
    opening(),
    droppable(),
    stackless(),
    cacheless(),
    chunks(),
    budget(),
    credits(),
    VitePWA({
      registerType: "prompt",
      injectRegister: false,
      includeManifestIcons: false,
      workbox: {
        globPatterns: ["**/*.{js,css,html,svg,png,webp,woff2,wasm}"],
        navigateFallback: "/index.html",
        inlineWorkboxRuntime: true,
        cleanupOutdatedCaches: true,
        /* The app works without a network right after its first visit. An update still waits for a person. */
        clientsClaim: true,
        runtimeCaching: [
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname === "/config.json",
            handler: "NetworkFirst",
            options: {
              cacheName: "config",
              networkTimeoutSeconds: CONFIG_TIMEOUT_SECONDS,
              plugins: [
                {
                  /* The page of a portal, or whatever else answers in their place, takes no settings away. */
                  cacheWillUpdate: async ({ response }) => {
                    const source: unknown = await response
                      .clone()
                      .json()
                      .catch(() => null)
                    return response.ok && typeof source === "object" && source !== null ? response : null
                  },
                },
              ],
            },
          },
        ],
      },
      manifest: {
        id: "/",
        name: "Sightline",
        short_name: "Sightline",
        description: "View, control, wake, update and share your devices.",
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: "#13110f",
        theme_color: "#13110f",
        icons: [
          { src: "/icons/mark.svg", sizes: "any", type: "image/svg+xml" },
          { src: "/icons/mark-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icons/mark-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icons/mark-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
    }),
    compress(),
  ],
})
