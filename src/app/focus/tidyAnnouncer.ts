/**
 * React Aria announces a busy button by a reference to its id in a live region, and leaves that there for seconds. When
 * the button goes with its dialog the reference leads nowhere, and a screen reader in the region finds an image without
 * a name. So this removes an announcement together with its button.
 */
const dangling = (): readonly Element[] =>
  [...document.body.children]
    .filter((child) => child.matches("[data-live-announcer]"))
    .flatMap((announcer) => [...announcer.querySelectorAll("[aria-labelledby]")])
    .filter((said) => document.getElementById(said.getAttribute("aria-labelledby") ?? "") === null)

/** Starts; returns how to stop. */
export const tidyAnnouncer = (): (() => void) => {
  const observer = new MutationObserver(() => {
    for (const said of dangling()) said.remove()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
