import { fileURLToPath } from "node:url"

const production = (file: string): string =>
  fileURLToPath(new URL(`../node_modules/react-router/dist/production/${file}.mjs`, import.meta.url))

/** React Router without what it checks for developers. Its package offers that build by no name. */
export const productionRouter = [
  { find: /^react-router$/, replacement: production("index") },
  { find: /^react-router\/dom$/, replacement: production("dom-export") },
]
