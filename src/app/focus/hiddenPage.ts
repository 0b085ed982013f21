/**
 * Motions stand still in a hidden tab, so what leaves with a motion would never be gone. So there they end at once:
 * `data-hidden` at the root turns them off (motion.css), and those under way are finished.
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
