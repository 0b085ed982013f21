/**
 * What a page lacks that queues nothing: a secure context, without which there are no locks either, or the locks alone,
 * which old browsers do not have.
 */
export const queueLack = (): "insecure" | "noLocks" => (window.isSecureContext ? "noLocks" : "insecure")
