/**
 * Keeps the focus in the page. A focused control may go away: its row is removed, its dialog closes, or it is disabled.
 * The browser then leaves the focus nowhere, and the next key starts at the top again. Instead the focus goes to the
 * control that opened the dialog, or else to the nearest one. It never goes to a destructive control that the person
 * did not press: a second Enter would act.
 */

/** Elements over or beside the page that give the focus back when they go. */
const OVER = ".scrim, .pop, .toasts, .sheet"

/** The root element of the app. */
const ROOT_ID = "root"

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

const DESTRUCTIVE = "[data-destructive]"

/** The position of an element: its ancestors from the nearest outwards, each with the index of the branch in it. */
interface FocusPosition {
  readonly element: HTMLElement
  readonly branches: readonly { readonly parent: Element; readonly index: number }[]
  readonly isOver: boolean
}

const isOver = (element: Element): boolean => element.closest(OVER) !== null

const placeOf = (element: HTMLElement): FocusPosition => {
  const branches: { parent: Element; index: number }[] = []
  let branch: Element = element
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    branches.push({ parent, index: Array.prototype.indexOf.call(parent.children, branch) })
    branch = parent
  }
  return { element, branches, isOver: isOver(element) }
}

const canTake = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(":disabled") &&
  element.closest("[inert]") === null &&
  element.checkVisibility({ visibilityProperty: true })

const firstIn = (root: Element | undefined): HTMLElement | undefined => {
  if (root === undefined) return undefined
  const inside = [...root.querySelectorAll<HTMLElement>(TABBABLE)]
  const all = root instanceof HTMLElement && root.matches(TABBABLE) ? [root, ...inside] : inside
  return all.find((element) => canTake(element) && !element.matches(DESTRUCTIVE))
}

/**
 * The element that took its place, else the one before or after it. If there is none, the search goes further out, but
 * never out of an overlay: a control beside the toasts is not near a toast.
 */
const nearestOf = ({ branches }: FocusPosition): HTMLElement | undefined => {
  for (const { parent, index } of branches) {
    if (!parent.isConnected || parent === document.body) continue
    // A whole layout replaced another: the first of its controls is unrelated, and its focus would flash.
    if (parent.id === ROOT_ID) break
    const { children } = parent
    const found = firstIn(children[index]) ?? firstIn(children[index - 1]) ?? firstIn(children[index + 1])
    if (found !== undefined) return found
    if (parent.matches("main") || parent.matches(OVER)) break
  }
  return undefined
}

const isOverStill = ({ branches }: FocusPosition): boolean => {
  const around = branches.find(({ parent }) => parent.isConnected)?.parent.closest(OVER) ?? null
  return around !== null && !around.matches("[data-exiting]")
}

/** Starts keeping the focus. `fallback` gives it a place when nothing else is left. Returns how to stop. */
export const keepFocus = (fallback: () => HTMLElement | null): (() => void) => {
  /** The element that has the focus, or had it when it was lost; undefined once the person left it on purpose. */
  let last: FocusPosition | undefined
  /** The last focused element of the page itself, outside overlays. */
  let origin: FocusPosition | undefined
  let isWaiting = false
  /** True while the browser follows a Tab: it moves the focus within the task of the key. */
  let isTabbing = false
  /** The control of the page that was pressed last. It may get the focus back from the dialog that it opened. */
  let pressedLast: Element | null = null

  const isLost = () => last !== undefined && document.activeElement === document.body && !canTake(last.element)

  const opener = () => origin && (canTake(origin.element) ? origin.element : nearestOf(origin))

  const restore = () => {
    isWaiting = false
    if (last === undefined || !isLost()) return
    const beside = !last.isOver || isOverStill(last) ? nearestOf(last) : undefined
    const target = beside ?? (last.isOver ? opener() : undefined) ?? fallback()
    target?.focus({ preventScroll: true })
  }
  /** Waits two frames, so that code that sets the focus itself goes first. */
  const soon = () => {
    if (isWaiting || !isLost()) return
    isWaiting = true
    requestAnimationFrame(() => requestAnimationFrame(restore))
  }
  const pressing = ({ target }: Event) => {
    const control = target instanceof Element ? target.closest(TABBABLE) : null
    if (control !== null && !isOver(control)) pressedLast = control
  }
  /** A dialog that opened unasked returns the focus to its last place. That may be a control which acts at once. */
  const isUnasked = (element: HTMLElement) =>
    last?.isOver === true && !isTabbing && element.matches(DESTRUCTIVE) && element !== pressedLast && !isOver(element)

  const gained = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    if (isUnasked(target)) {
      const place = placeOf(target)
      last = place
      const calm = nearestOf(place) ?? fallback()
      calm?.focus({ preventScroll: true })
      return
    }
    last = placeOf(target)
    if (!last.isOver) origin = last
  }
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    // A control that exists only while its card has the focus is gone once Tab leaves it: that is no loss.
    if (isTabbing) {
      if (last?.element === target) last = undefined
      return
    }
    /* Only after the change is complete it is known whether the person left the element or the page removed it. */
    queueMicrotask(() => {
      if (last?.element !== target || document.activeElement !== document.body) return
      if (canTake(target)) last = undefined
      // An element that a change hides loses the focus after that change.
      else soon()
    })
  }
  const pressed = (event: KeyboardEvent) => {
    const { key } = event
    if (key === "Enter" || key === " ") pressing(event)
    if (key !== "Tab") return
    isTabbing = true
    setTimeout(() => {
      isTabbing = false
    })
  }
  const observer = new MutationObserver(soon)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled", "inert"] })
  document.addEventListener("focusin", gained)
  document.addEventListener("focusout", left)
  document.addEventListener("keydown", pressed, true)
  document.addEventListener("pointerdown", pressing, true)
  return () => {
    observer.disconnect()
    document.removeEventListener("focusin", gained)
    document.removeEventListener("focusout", left)
    document.removeEventListener("keydown", pressed, true)
    document.removeEventListener("pointerdown", pressing, true)
  }
}
