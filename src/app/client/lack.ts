/**
 * The reason why a page can queue no actions. It has no secure context, and so no locks either; or the browser is too
 * old to have locks.
 */
export const queueLack = (): "insecure" | "noLocks" => (window.isSecureContext ? "noLocks" : "insecure")
