import { bridgeMessages } from "../src/domain/wire/bridge.ts"

/** What the windows of every engine have in common, as text for the page and as judgements of addresses. */

/** Calls the page with a message, which is the text of JSON and so a literal of the language. */
export const scriptFor = (text: string): string => `window.sightlineReceive?.(${text})`

/** Has the page show another one of the app without loading it again; false where there is no page that takes it. */
export const openScriptFor = (path: string): string =>
  `window.sightlineReceive !== undefined && (${scriptFor(JSON.stringify({ type: "open_page", path }))}, true)`

/** A page that says nothing to the wish to close it is closed all the same, ms. */
export const CLOSE_PATIENCE_MS = 8_000

/**
 * So often the page is asked whether it wants to stay: the engine hands on one press after the other, each once the page has taken the one
 * before, so that what was pressed just before the wish to close may come after the first question.
 */
export const CLOSE_ROUNDS = 8

/** Why the page wants to stay, in its own words; empty when it does not. */
export const WHY_STAY = `(() => {
  const event = document.createEvent("BeforeUnloadEvent")
  event.initEvent("beforeunload", false, true)
  dispatchEvent(event)
  return String(event.returnValue) || (event.defaultPrevented ? " " : "")
})()`

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
