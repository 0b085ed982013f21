/**
 * The law of the house as data: the layer of each folder, the layers that each may import, and the names and packages
 * that it must not use. `law.ts` applies it. Every exception is here, with its reason.
 */

/** The features of the domain: one folder each. A feature imports no other. */
export const FEATURES = [
  "application",
  "connection",
  "session",
  "devices",
  "sharing",
  "firmware",
  "settings",
  "navigation",
  "tags",
  "recentMacs",
  "flows",
  "batches",
  "bridge",
  "lan",
  "deviceSession",
  "refresh",
  "diagnostics",
]

/** From the innermost outwards: each layer imports itself and everything before it. */
const DOMAIN_ORDER: ReadonlyArray<ReadonlyArray<string>> = [
  ["values"],
  ["wire"],
  ["event"],
  FEATURES,
  ["actions"],
  ["log"],
  ["outbox"],
  ["product"],
  ["views"],
  ["ports"],
  ["engine"],
  ["client"],
]

/** Layers that a replay does not load. */
const AFTER_FOLDING = ["ports", "engine", "client"]

/** The layers that the engine imports: a log and its store, and nothing of the product that it runs. */
const OF_ENGINE = ["values", "event", "log", "ports", "engine"]

export interface Layer {
  readonly name: string
  /** Path prefix of its files; the longest matching prefix wins. */
  readonly folder: string
  /** Names of the layers it may import, itself always included. */
  readonly sees: ReadonlySet<string>
  /** Packages it may import; undefined means any that `PACKAGE_HOMES` does not keep elsewhere. */
  readonly packages?: ReadonlyArray<string>
  /** Forbidden packages, where `packages` is undefined. */
  readonly without?: ReadonlyArray<string>
  /** Uses no time, chance, network or page: the same input gives the same output. */
  readonly pure?: boolean
  /** Contains only the files directly in its folder. */
  readonly shallow?: boolean
  /** No asynchronous code at all. */
  readonly synchronous?: boolean
  /**
   * Imports parts of Effect by their names: the index of the library would load all of it, which slows down a replay.
   */
  readonly namesParts?: boolean
}

function domainLayers(): ReadonlyArray<Layer> {
  const before: Array<string> = []
  return DOMAIN_ORDER.flatMap((names) => {
    const layers = names.map((name) => ({
      name: `domain/${name}`,
      folder: FEATURES.includes(name) ? `src/domain/features/${name}/` : `src/domain/${name}/`,
      sees: new Set((name === "engine" ? OF_ENGINE : [...before, name]).map((seen) => `domain/${seen}`)),
      packages: ["effect"],
      pure: true,
      namesParts: !AFTER_FOLDING.includes(name),
    }))
    before.push(...names)
    return layers
  })
}

const domain = domainLayers()
const ALL_DOMAIN = domain.map((layer) => layer.name)

/**
 * The inside of the app, from the innermost outwards: each folder imports itself and everything before it, but no other
 * folder of its row. Files directly in `src/app` compose everything: the entries, the runtime, the routes.
 */
export const APP_ORDER: ReadonlyArray<ReadonlyArray<string>> = [
  // The look and the page itself, which do not know the product.
  ["look", "loading", "focus", "security", "dom"],
  ["ui", "i18n", "clipboard", "pwa"],
  ["client"],
  // Parts for several screens that belong to one part of the product.
  ["flows", "lists", "replay", "sharing", "viewer"],
  ["toasts"],
  ["preferences", "log"],
  ["dialogs"],
  ["commands"],
  ["shell"],
  // Parts of a device for several screens.
  ["devices"],
  ["screens"],
]

const OUTSIDE_OF_SCREENS = ["effect", "dexie", "dexie-react-hooks", "rxjs", "comlink", "hash-wasm", "pako"]
type AppLimits = Partial<Layer> & { readonly beside: ReadonlyArray<string> }
const OF_SCREENS: AppLimits = { beside: ALL_DOMAIN, without: OUTSIDE_OF_SCREENS, synchronous: true }
/** Controls import nothing of the product. Screens and their parts import no adapter. */
const APP_LIMITS: Readonly<Record<string, AppLimits>> = {
  ui: { beside: [], without: OUTSIDE_OF_SCREENS },
  devices: OF_SCREENS,
  screens: OF_SCREENS,
}

function appLayers(): ReadonlyArray<Layer> {
  const before: Array<string> = []
  const inner = APP_ORDER.flatMap((names) => {
    const layers = names.map((folder) => {
      const { beside, ...limits } = APP_LIMITS[folder] ?? { beside: ["adapters", "locales", ...ALL_DOMAIN] }
      const name = `app/${folder}`
      return { name, folder: `src/app/${folder}/`, sees: new Set([...before, name, ...beside]), ...limits }
    })
    before.push(...names.map((folder) => `app/${folder}`))
    return layers
  })
  const all = new Set(["app", ...before, "adapters", ...ALL_DOMAIN])
  return [{ name: "app", folder: "src/app/", sees: all, shallow: true }, ...inner]
}

export const LAYERS: ReadonlyArray<Layer> = [
  ...domain,
  {
    name: "workers",
    folder: "src/workers/",
    // A log is folded at its reader and writer, because its checkpoints hash the state of the product.
    sees: new Set(["workers", ...ALL_DOMAIN]),
    packages: ["effect", "comlink", "hash-wasm", "pako"],
  },
  { name: "adapters", folder: "src/adapters/", sees: new Set(["adapters", "workers", ...ALL_DOMAIN]) },
  ...appLayers(),
  {
    name: "emulator/model",
    folder: "emulator/model/",
    sees: new Set(["emulator/model", "domain/values", "domain/wire"]),
    packages: ["effect"],
    pure: true,
  },
  {
    name: "emulator/node",
    folder: "emulator/node/",
    // The server sends the page's policy as a header, the same text that the build writes into the page.
    sees: new Set(["emulator/node", "emulator/model", "device", "build", "domain/values", "domain/wire"]),
  },
  {
    // A separate page, which shares only types with its server.
    name: "emulator/console",
    folder: "emulator/console/",
    sees: new Set(["emulator/console", "emulator/node", "emulator/model"]),
    packages: [],
  },
  {
    name: "emulator/simulator",
    folder: "emulator/simulator/",
    sees: new Set(["emulator/simulator", "emulator/model", ...ALL_DOMAIN]),
  },
  {
    // Measures the product from outside, in a browser, and measures the engine and the workers on the browser's own
    // store.
    name: "emulator/bench",
    folder: "emulator/bench/",
    sees: new Set(["emulator/bench", "emulator/model", "adapters", "workers", ...ALL_DOMAIN]),
  },
  {
    // Drives the built app in a real browser, and folds its log as a replay does.
    name: "emulator/outside",
    folder: "emulator/outside/",
    sees: new Set([
      "emulator/outside",
      "emulator/bench",
      "emulator/simulator",
      "emulator/node",
      "emulator/model",
      ...ALL_DOMAIN,
    ]),
  },
  {
    name: "emulator/cli",
    folder: "emulator/cli/",
    sees: new Set([
      "emulator/cli",
      "device",
      "emulator/bench",
      "emulator/outside",
      "emulator/node",
      "emulator/model",
      "emulator/simulator",
      ...ALL_DOMAIN,
    ]),
  },
  {
    // Product code for Node. It shares only the device protocol and the messages of the app.
    name: "bridge",
    folder: "bridge/",
    sees: new Set(["bridge", "domain/values", "domain/wire"]),
    packages: ["effect", "ws", "node:"],
  },
  {
    // The device's side of the protocol on Node, for emulated devices and for the agent of a VNC server.
    name: "device",
    folder: "device/",
    sees: new Set(["device", "domain/values", "domain/wire"]),
    packages: ["effect", "node:"],
  },
  {
    // The program around the app: the bridge in its own process, and the file server of npm start.
    name: "desktop",
    folder: "desktop/",
    sees: new Set(["desktop", "bridge", "device", "domain/values", "domain/wire"]),
    packages: ["ws", "node:", "vite"],
  },
  { name: "build", folder: "build/", sees: new Set(["build"]) },
  { name: "locales", folder: "locales/", sees: new Set() },
]

export interface Exception {
  /** Path prefixes. */
  readonly from: string
  readonly to: string
  readonly why: string
}

export const IMPORT_EXCEPTIONS: ReadonlyArray<Exception> = [
  {
    from: "build/opening.ts",
    to: "src/app/ui/horizonTicks.ts",
    why: "the page draws the sight line before the app is there, tick for tick",
  },
  {
    from: "build/opening.ts",
    to: "src/app/ui/pageIcons.ts",
    why: "the page draws its links before the app is there, with the same icons",
  },
  {
    from: "build/",
    to: "src/domain/values/routes.ts",
    why: "the table of pages says which script holds a screen, and what is painted before it",
  },
  {
    from: "desktop/serve.ts",
    to: "emulator/node/",
    why: "the program serves dist/ by the code that npm start serves it with, page policy included",
  },
  {
    from: "desktop/demo.ts",
    to: "emulator/node/",
    why: "npm run desktop -- --demo starts the emulated world beside the program",
  },
  {
    from: "desktop/demo.ts",
    to: "emulator/model/scenario/scenario.ts",
    why: "the start of the demo says how a person signs in and opens a device",
  },
  {
    from: "emulator/node/stack.ts",
    to: "bridge/bridge.ts",
    why: "npm start runs the product's own bridge beside the emulated world, in one process",
  },
]

/** The only folders that may import a package. Packages that are not listed follow the layers. */
export const PACKAGE_HOMES: Readonly<Record<string, ReadonlyArray<string>>> = {
  dexie: ["src/adapters/"],
  "dexie-react-hooks": ["src/app/"],
  rxjs: ["src/adapters/"],
  comlink: ["src/adapters/", "src/workers/"],
  react: ["src/app/", "build/"],
  "react-dom": ["src/app/", "build/"],
  "react-aria-components": ["src/app/"],
  "react-router-dom": ["src/app/"],
  "react-i18next": ["src/app/"],
  i18next: ["src/app/"],
  "lucide-react": ["src/app/"],
  ws: ["bridge/", "emulator/bench/"],
  lighthouse: ["emulator/bench/"],
  playwright: ["emulator/bench/", "emulator/outside/"],
  sirv: ["emulator/node/"],
  "node:": [
    "bridge/",
    "build/",
    "desktop/",
    "device/",
    "emulator/bench/",
    "emulator/node/",
    "emulator/outside/",
    "emulator/simulator/",
    "emulator/cli/",
  ],
}

/** Names that a pure layer must not use: time, chance, network, storage and the page come through ports and events. */
export const IMPURE_NAMES: ReadonlySet<string> = new Set([
  "Date",
  "Math",
  "Math.random",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "requestAnimationFrame",
  "performance",
  "window",
  "document",
  "globalThis",
  "self",
  "navigator",
  "location",
  "localStorage",
  "sessionStorage",
  "indexedDB",
  "fetch",
  "WebSocket",
  "XMLHttpRequest",
  "Worker",
  "BroadcastChannel",
  "crypto",
  "process",
  "Buffer",
  "require",
  "console",
])

/** A folder or file of such a name collects unrelated code. */
export const NAMELESS = new Set(["util", "utils", "helper", "helpers", "common", "misc"])

/** Tests may be longer: a table of cases reads best in one piece. */
export const MAXIMUM_LINES = { product: 300, tests: 500 }

/** Longer files that still have one purpose. */
export const LONG_FILES: ReadonlyArray<{ readonly path: string; readonly why: string }> = []
