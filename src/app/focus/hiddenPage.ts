/**
 * Animations stop in a hidden tab, so an element that leaves with an animation would never go. There they end at once:
 * `data-hidden` at the root turns them off (motion.css), and running ones are finished.
 */
export const followVisibility = (): (() => void) => {
  const follow = () => {
    const isHidden = document.visibilityState === "hidden"
    document.documentElement.toggleAttribute("data-hidden", isHidden)
    if (!isHidden) return
    for (const motion of document.getAnimations())
      if (motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) motion.finish()
  }
  follow()
  document.addEventListener("visibilitychange", follow)
  return () => document.removeEventListener("visibilitychange", follow)
}
