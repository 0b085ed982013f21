import WebKit2 from "gi://WebKit2?version=4.1"

/** Keeps a view on pages of one origin (DESK-3), and keeps pages away from the engine and the system. */

const originOf = (uri) => /^https?:\/\/[^/?#]+/.exec(uri)?.[0]

/** Only actions that lead to no other page and not into the engine. Text can be cut, copied and pasted. */
const { CUT, COPY, PASTE, SELECT_ALL } = WebKit2.ContextMenuAction
const KEPT = [CUT, COPY, PASTE, SELECT_ALL]

/**
 * Data that a page makes is saved as a file, never shown as a page. `follow` receives links beyond the origin, for the
 * system to open. Returns the function that judges an address.
 */
export const keepToOrigin = (view, address, follow) => {
  const origin = originOf(address)
  const isOwn = (uri) => originOf(uri) === origin
  const isOwnFile = (uri) => uri.startsWith("blob:") && isOwn(uri.slice("blob:".length))
  view.connect("decide-policy", (_, decision, type) => {
    if (type === WebKit2.PolicyDecisionType.RESPONSE) {
      if (!isOwn(decision.get_request().get_uri())) decision.ignore()
      else if (decision.is_mime_type_supported()) decision.use()
      else decision.download()
      return true
    }
    const action = decision.get_navigation_action()
    const uri = action.get_request().get_uri()
    const isNew = type === WebKit2.PolicyDecisionType.NEW_WINDOW_ACTION
    if (isOwnFile(uri)) decision.download()
    else if (isOwn(uri) && !isNew) decision.use()
    else {
      decision.ignore()
      if (isOwn(uri)) view.load_uri(uri)
      else if (action.is_user_gesture()) follow(uri)
    }
    return true
  })
  view.connect("create", () => null)
  view.connect("permission-request", (_, request) => {
    if (request instanceof WebKit2.PointerLockPermissionRequest) request.allow()
    else request.deny()
    return true
  })
  view.connect("context-menu", (_, menu) => {
    for (const item of menu.get_items()) if (!KEPT.includes(item.get_stock_action())) menu.remove(item)
    return menu.get_n_items() === 0
  })
  return isOwn
}
