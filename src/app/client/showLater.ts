import type { ViewerHandle, ViewerMount } from "./handle.ts"

/** A screen whose code is loaded with the first viewer. Until then it ignores the person's input. */
export const showLater = (
  place: ViewerMount,
  load: () => Promise<(place: ViewerMount) => ViewerHandle>,
): ViewerHandle => {
  let shown: ViewerHandle | undefined
  let { settings } = place
  let isOver = false
  // Without the code there is no picture. The page around it still shows that the device is connected.
  load().then(
    (show) => {
      if (!isOver) shown = show({ ...place, settings })
    },
    () => undefined,
  )
  return {
    set: (next) => {
      settings = next
      shown?.set(next)
    },
    focus: () => shown?.focus(),
    letGo: () => shown?.letGo(),
    press: (keysyms) => shown?.press(keysyms),
    type: (character, held) => shown?.type(character, held),
    point: (at, buttons) => shown?.point(at, buttons),
    copy: (text) => shown?.copy(text),
    canvas: () => shown?.canvas() ?? null,
    stop: () => {
      isOver = true
      shown?.stop()
    },
  }
}
