import { fileURLToPath } from "node:url"

const production = (file: string): string =>
  fileURLToPath(new URL(`../node_modules/react-router/dist/production/${file}.mjs`, import.meta.url))

/** React Router without its checks for developers. The package does not export that build by name. */
export const productionRouter = [
  { find: /^react-router$/, replacement: production("index") },
  { find: /^react-router\/dom$/, replacement: production("dom-export") },
]
