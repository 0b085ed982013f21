import { bridgeMessages } from "../src/domain/wire/bridge.ts"

/** The common part of all window engines: scripts for the page, and checks of addresses. */

/** Calls the page with a message. JSON text is a valid literal in the script. */
export const scriptFor = (text: string): string => `window.sightlineReceive?.(${text})`

/** Shows another page of the app without a reload. False when the page has no handler. */
export const openScriptFor = (path: string): string =>
  `window.sightlineReceive !== undefined && (${scriptFor(JSON.stringify({ type: "open_page", path }))}, true)`

/** A page that does not answer the request to close within this time is closed, ms. */
export const CLOSE_PATIENCE_MS = 8_000

/**
 * Number of times that the page is asked whether it wants to stay. The engine delivers one key press at a time, so a
 * press just before the request to close may arrive after the first question.
 */
export const CLOSE_ROUNDS = 8

/** The page's reason to stay, in its own words. Empty when it does not want to stay. */
export const WHY_STAY = `(() => {
  const event = document.createEvent("BeforeUnloadEvent")
  event.initEvent("beforeunload", false, true)
  dispatchEvent(event)
  return String(event.returnValue) || (event.defaultPrevented ? " " : "")
})()`

/** Defines one function for each message in the page. wry's own port carries text. */
export const preload = `{
  const post = (message) => window.ipc.postMessage(JSON.stringify(message))
  const types = ${JSON.stringify(Object.keys(bridgeMessages))}
  window.sightlineHooks = Object.freeze(Object.fromEntries(types.map((type) => [type, (body) => post({ type, ...body })])))
}`

/** True for the app's own pages, and for data that they make. */
export const isOwnAddress = (address: string, origin: string): boolean => {
  const plain = address.replace(/^blob:/, "")
  return address === "about:blank" || (URL.canParse(plain) && new URL(plain).origin === origin)
}
