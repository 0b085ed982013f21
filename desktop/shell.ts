import { bridgeMessages } from "../src/domain/wire/bridge.ts"

/** What the windows of every engine have in common, as text for the page and as judgements of addresses. */

/** Calls the page with a message, which is the text of JSON and so a literal of the language. */
export const scriptFor = (text: string): string => `window.sightlineReceive?.(${text})`

/** Has the page show another one of the app without loading it again; false where there is no page that takes it. */
export const openScriptFor = (path: string): string =>
  `window.sightlineReceive !== undefined && (${scriptFor(JSON.stringify({ type: "open_page", path }))}, true)`

/** Gives the page one function for each message; wry's own port carries text. */
export const preload = `{
  const post = (message) => window.ipc.postMessage(JSON.stringify(message))
  const types = ${JSON.stringify(Object.keys(bridgeMessages))}
  window.sightlineHooks = Object.freeze(Object.fromEntries(types.map((type) => [type, (body) => post({ type, ...body })])))
}`

/** The app's own pages, and what they make of their own data. */
export const isOwnAddress = (address: string, origin: string): boolean => {
  const plain = address.replace(/^blob:/, "")
  return address === "about:blank" || (URL.canParse(plain) && new URL(plain).origin === origin)
}
