import { readdir, readFile, writeFile } from "node:fs/promises"
import { extname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { Plugin } from "vite"

/**
 * Writes a `.br` and a `.gz` beside every file of the build that they make smaller, so that servers need not compress.
 */

/** Fonts and pictures are already compressed. */
const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".svg", ".wasm", ".webmanifest"])
/** Compression gains nothing below this size: the answer fits into one packet. */
const SMALLEST_BYTES = 512
const GZIP_LEVEL = 9

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const compressFile = async (file: string): Promise<void> => {
  const bytes = await readFile(file)
  if (bytes.byteLength < SMALLEST_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  }
  const [br, gz] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: GZIP_LEVEL })])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}

/** Compresses the files in a folder and below. */
export const compressFolder = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))))
}

/** Runs last, because the service worker is a file of the build too. */
export const compress = (): Plugin => {
  let folder = ""
  return {
    name: "sightline:compress",
    apply: "build",
    enforce: "post",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    closeBundle: { order: "post", sequential: true, handler: () => compressFolder(folder) },
  }
}
