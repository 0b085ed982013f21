import { globSync } from "node:fs"
import { join } from "node:path"
import { normalizePath, type Plugin, type Rolldown } from "vite"
import { allPages } from "../src/domain/values/routes.ts"

/**
 * Assigns each module to a script (ROUTE-5). Each round trip costs time, so the app is a few scripts instead of one per
 * module. Code imports single modules (`import("./RenameDialog.tsx")`), and the build loads the script of that module.
 */

const screensIn = (script: string): readonly string[] =>
  allPages.flatMap((page) => (page.script === script ? [`src/app/screens/${page.screen}.tsx`] : []))

/** Parts that load on demand, and their modules. */
const offered: Readonly<Record<string, readonly string[]>> = {
  engine: ["src/app/runtime.ts"],
  overlays: [
    "src/app/commands/CommandCentre.tsx",
    "src/app/dialogs/DialogHost.tsx",
    "src/app/shell/Banners.tsx",
    "src/app/toasts/Notices.tsx",
  ],
  devices: ["src/app/shell/MainLayout.tsx", "src/app/shell/outbox/OutboxPanel.tsx", ...screensIn("devices")],
  dialogs: ["src/app/commands/{Palette,ShortcutsDialog}.tsx", "src/app/dialogs/*Dialog.tsx", "src/app/ui/Menu.tsx"],
  background: [
    "src/app/appRequests.ts",
    "src/app/pwa/watchKept.ts",
    "src/adapters/bridge/native.ts",
    "src/domain/client/{backgroundLoops,accounts/erasing}.ts",
  ],
  firmware: ["src/app/firmware.ts"],
  host: ["src/adapters/bridge/host.ts"],
  workers: ["src/adapters/workers/{digest,subnets,refusal}.ts", "src/adapters/cloud/diagnosis.ts"],
  export: ["src/app/log/logFile.ts", "src/domain/client/log/rescue.ts"],
  log: screensIn("log"),
  mending: ["src/adapters/storage/mending.ts"],
  replay: ["src/app/frame.tsx"],
  pages: ["src/app/screens/NotFound.tsx", ...screensIn("pages")],
  viewer: ["src/adapters/viewer/viewer.ts", ...screensIn("viewer")],
}

/** The first screen, which `index.html` starts. Its libraries stay in the browser's cache over a new version. */
const FIRST = "first"
const LIBRARIES = "libraries"
/**
 * A browser runs a file in one piece. So the largest library of the screens has a file of its own, and that of the
 * domain too.
 */
const REACT = "react"
const ofReact = /\/node_modules\/(?:react|react-dom|scheduler)\//
const EFFECT = "effect"
const ofEffect = /\/node_modules\/effect\//
/** The files of Effect that only firmware uses. The bundler puts them there. */
const ofFirmware = /\/effect\/dist\/(?:FiberMap|MutableHashMap)\.js$/
/** The files of Effect for the loops beside the engine, which load after it. */
const STREAMS = "streams"
const ofStreams = /\/effect\/dist\/(?:Channel|MutableList|Pull|Queue|Stream)\.js$/
/**
 * The worker that folds, writes and reads logs needs the whole model. It imports the page's scripts, 70 KiB less than a
 * separate bundle. The other worker needs little and starts faster alone.
 */
const LOG_WORKER = "log.worker"
const logWorker = `src/workers/${LOG_WORKER}.ts`
const logWorkerUrl = `new URL("../../workers/${LOG_WORKER}.ts", import.meta.url)`

/**
 * Modules that the engine shares with others, and modules that others share: with the devices, which a person waits
 * for, or without.
 */
const ENGINE = "engine"
const DEVICES = "devices"
const STORAGE = "storage"
/**
 * Modules that the log worker shares with the page: none of them touches the document. The first screen uses some of
 * them, too.
 */
const VALUES = "values"
const MODEL = "model"
const CONTROLS = "controls"
const FORMS = "forms"
/** The bundler's own runtime, which every script needs. */
const bundlerRuntime = /rolldown\/runtime/

/** One module names all icons. Those of the first screen alone belong to that screen. */
const laterIcon = /lucide-react\/dist\/esm\/icons\/(?!(?:sun|moon|globe|languages|eye|eye-off|check|x|chevron-down)\.)/

/** The page's link to its workers, which loads with the first of them, after the engine. */
const workerLink = /\/src\/adapters\/workers\/link\.ts$/
const WORKERS = "workers"
const comlink = /\/node_modules\/comlink\//
const COMLINK = "comlink"

type Imports = (id: string) => readonly string[]

const closure = (roots: readonly string[], importsOf: Imports): ReadonlySet<string> => {
  const seen = new Set<string>()
  const open = [...roots]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    open.push(...importsOf(id))
  }
  return seen
}

/** Leaves a module of a single part to the bundler, which keeps it in the file of that part. */
const takenBy = (owners: readonly string[], id: string): string | undefined => {
  const isShared = owners.includes(LOG_WORKER)
  if (owners.includes(FIRST) && !laterIcon.test(id))
    return isShared ? VALUES : id.includes("/node_modules/") ? LIBRARIES : FIRST
  if (owners.length === 1 && !owners.includes(FIRST)) return undefined
  if (owners.includes(ENGINE)) return isShared ? MODEL : STORAGE
  if (isShared) return undefined
  return owners.includes(DEVICES) ? CONTROLS : FORMS
}

/**
 * Assigns a script to each module. The first screen takes its modules first, then the engine, so that scripts import
 * only earlier ones, without circles.
 */
export const assign = (
  roots: ReadonlyMap<string, readonly string[]>,
  importsOf: Imports,
): ReadonlyMap<string, string | undefined> => {
  const owners = new Map<string, string[]>()
  for (const [part, ids] of roots)
    for (const id of closure(ids, importsOf)) owners.set(id, [...(owners.get(id) ?? []), part])
  return new Map([...owners].map(([id, of]) => [id, takenBy(of, id)] as const))
}

/** The last part of this path names the file. */
const VIRTUAL = "\0sightline/part/"
const entry = /\/src\/app\/main\.tsx$/

const modulesOf = (root: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(offered).flatMap(([part, patterns]) =>
      globSync([...patterns], { cwd: root }).map((file) => [normalizePath(join(root, file)), part] as const),
    ),
  )

/** Names that two modules of a part export. `export *` would silently drop them. */
export const namesTwice = (exported: Iterable<readonly string[]>): readonly string[] => {
  const names = [...exported].flat().filter((name) => name !== "default")
  return names.filter((name, index) => names.indexOf(name) !== index)
}

/** Bundles the parts. `vite serve` does not use it. */
export const chunks = (): Plugin => {
  let modules: ReadonlyMap<string, string> = new Map()
  let assigned: ReadonlyMap<string, string | undefined> = new Map()
  let worker: string | undefined
  const nameOf: Rolldown.CodeSplittingNameFunction = (id) => {
    if (bundlerRuntime.test(id)) return REACT
    if (workerLink.test(id)) return WORKERS
    if (comlink.test(id)) return COMLINK
    // In one chunk, for all importing files: the parts that only the engine uses compress better with the rest.
    if (ofStreams.test(id)) return STREAMS
    if (ofEffect.test(id)) return ofFirmware.test(id) ? null : EFFECT
    const part = assigned.get(id) ?? null
    return part === LIBRARIES && ofReact.test(id) ? REACT : part
  }
  return {
    name: "sightline:chunks",
    apply: "build",
    enforce: "pre",
    configResolved({ root }) {
      modules = modulesOf(root)
    },
    async resolveDynamicImport(specifier, importer) {
      if (typeof specifier !== "string") return null
      const found = await this.resolve(specifier, importer)
      const part = modules.get(found?.id ?? "")
      return part === undefined ? null : `${VIRTUAL}${part}`
    },
    load(id) {
      if (!id.startsWith(VIRTUAL)) return null
      const own = [...modules].filter(([, part]) => `${VIRTUAL}${part}` === id)
      return own.map(([file]) => `export * from ${JSON.stringify(file)}`).join("\n")
    },
    transform(code) {
      if (!code.includes(logWorkerUrl)) return null
      worker ??= this.emitFile({ type: "chunk", id: logWorker, name: LOG_WORKER })
      return { code: code.replace(logWorkerUrl, `import.meta.ROLLUP_FILE_URL_${worker}`), map: null }
    },
    buildEnd() {
      for (const part of Object.keys(offered)) {
        const own = [...modules].filter(([, of]) => of === part)
        const twice = namesTwice(own.map(([file]) => this.getModuleInfo(file)?.exports ?? []))
        if (twice.length > 0) this.error(`two modules of the part ${part} export ${twice.join(", ")}`)
      }
      const ids = [...this.getModuleIds()]
      const roots = new Map([[FIRST, ids.filter((id) => entry.test(id))]])
      for (const part of Object.keys(offered)) roots.set(part, [`${VIRTUAL}${part}`])
      if (worker === undefined) this.error(`no module says ${logWorkerUrl}`)
      roots.set(
        LOG_WORKER,
        ids.filter((id) => id.endsWith(logWorker)),
      )
      assigned = assign(roots, (id) => this.getModuleInfo(id)?.importedIds ?? [])
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
      const importsOf = (name: string) => chunks.find(({ fileName }) => fileName === name)?.imports ?? []
      const files = closure(
        chunks.filter(({ name }) => name === LOG_WORKER).map(({ fileName }) => fileName),
        importsOf,
      )
      const first = chunks.find(({ name }) => name === FIRST)?.fileName ?? FIRST
      if (files.has(first)) this.error(`${LOG_WORKER} imports ${first}, which starts the app`)
    },
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: nameOf, debugName: "parts" }],
      },
    }),
  }
}
