import { execFileSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { Problem, sentenceOf, whyOf } from "./problem.ts"

/**
 * `npm run desktop:pack`: the program as an archive and as a Debian package in `release/`. Both run without the
 * repository (DESK-6): the built app, the program as one script, the window's script, a launcher, a desktop entry and
 * an icon.
 */

const root = fileURLToPath(new URL("../", import.meta.url))
/** Arguments replace the folders `release/` and `dist/` (the built app). */
const [release = join(root, "release"), app = join(root, "dist")] = process.argv.slice(2)
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const { version, description }: { readonly version: string; readonly description: string } = JSON.parse(
  read("package.json"),
)

/** The program's Debian dependencies. The script is plain JavaScript, so Node needs no type stripping. */
const DEPENDS = "nodejs (>= 24), gjs, gir1.2-webkit2-4.1, xdg-utils"
const INSTALLED = "/usr/lib/sightline"

/** Finds the program in its own folder, also through links to the launcher. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
node=\${SIGHTLINE_NODE:-node}
major=$("$node" -p 'process.versions.node.split(".")[0]' 2>/dev/null) || major=0
if [ "$major" -lt 24 ]; then
  echo "sightline: Node 24 or newer is needed, and $node is missing or older: https://nodejs.org" >&2
  exit 1
fi
exec "$node" "$here/program/desktop/main.js" "$@"
`

const bundle = async (folder: string): Promise<void> => {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    ssr: { noExternal: true, external: ["vite", "@webviewjs/webview"] },
    build: {
      ssr: true,
      target: "node24",
      outDir: join(folder, "program"),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        // `program`, which `main` starts, is a separate script: the tests drive the shipped program through it.
        input: Object.fromEntries(
          ["main", "program"].map((name) => [`desktop/${name}`, join(root, `desktop/${name}.ts`)]),
        ),
        output: { entryFileNames: "[name].js", chunkFileNames: "desktop/[name]-[hash].js" },
      },
    },
  })
}

const fill = async (folder: string): Promise<void> => {
  await bundle(folder)
  const program = join(folder, "program")
  for (const script of readdirSync(join(root, "desktop")).filter((name) => name.endsWith(".gjs.js")))
    cpSync(join(root, "desktop", script), join(program, "desktop", script))
  cpSync(app, join(program, "dist"), { recursive: true })
  writeFileSync(join(program, "package.json"), `${JSON.stringify({ name: "sightline", version, type: "module" })}\n`)
  for (const name of ["sightline.desktop", "install.sh"]) cpSync(join(root, "deploy", name), join(folder, name))
  cpSync(join(root, "public/icons/mark-512.png"), join(folder, "sightline.png"))
  cpSync(join(root, "docs/desktop.md"), join(folder, "README.md"))
  for (const licence of ["LICENSE"].filter((name) => existsSync(join(root, name))))
    cpSync(join(root, licence), join(folder, licence))
  writeFileSync(join(folder, "sightline"), launcher)
  for (const name of ["sightline", "install.sh"]) chmodSync(join(folder, name), 0o755)
}

const run = (command: string, ...words: readonly string[]): void => {
  try {
    execFileSync(command, words, { stdio: ["ignore", "ignore", "inherit"] })
  } catch (error) {
    throw new Problem(`${command} is needed and failed: ${whyOf(error)}`)
  }
}

const archive = (folder: string, name: string): string => {
  const file = join(release, `${name}.tar.gz`)
  run("tar", "--owner=0", "--group=0", "--sort=name", "-czf", file, "-C", folder, ".")
  return file
}

const control = `Package: sightline
Version: ${version}
Section: net
Priority: optional
Architecture: all
Depends: ${DEPENDS}
Maintainer: Sightline <maintainers@sightline.example>
Description: ${description}
`

const debian = (folder: string, work: string): string => {
  const tree = join(work, "debian")
  const lib = join(tree, INSTALLED)
  const share = join(tree, "usr/share")
  for (const made of [lib, join(tree, "DEBIAN"), join(tree, "usr/bin"), join(share, "applications")])
    mkdirSync(made, { recursive: true })
  cpSync(folder, lib, { recursive: true })
  rmSync(join(lib, "install.sh"))
  const icons = join(share, "icons/hicolor/512x512/apps")
  mkdirSync(icons, { recursive: true })
  cpSync(join(folder, "sightline.png"), join(icons, "sightline.png"))
  cpSync(join(folder, "sightline.desktop"), join(share, "applications/sightline.desktop"))
  run("ln", "-s", `${INSTALLED}/sightline`, join(tree, "usr/bin/sightline"))
  writeFileSync(join(tree, "DEBIAN/control"), control)
  const file = join(release, `sightline_${version}_all.deb`)
  run("dpkg-deb", "--root-owner-group", "--build", tree, file)
  return file
}

const main = async (): Promise<void> => {
  if (!existsSync(join(app, "index.html"))) throw new Problem(`${app} holds no built app: run npm run build first`)
  const work = join(release, "work")
  rmSync(work, { recursive: true, force: true })
  const folder = join(work, "archive")
  mkdirSync(folder, { recursive: true })
  await fill(folder)
  const files = [archive(folder, `sightline-${version}-linux`), debian(folder, work)]
  rmSync(work, { recursive: true })
  for (const file of files) console.log(file)
}

try {
  await main()
} catch (error) {
  const isOfSystem = error instanceof Error && "code" in error && "path" in error
  if (!isOfSystem && !(error instanceof Problem)) throw error
  console.error(`desktop:pack: ${isOfSystem ? sentenceOf(error) : error.message}`)
  process.exitCode = 1
}
