import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react"
import type { QueuedToast } from "react-aria-components/Toast"
import { useTranslation } from "react-i18next"
import { Button } from "./Button.tsx"
import { Glyph, type GlyphName } from "./Glyph.tsx"
import { IconButton } from "./IconButton.tsx"
import { CloseIcon } from "./icons.ts"
import { Quoting } from "./Quoting.tsx"
import { Spinner } from "./Spinner.tsx"
import { type ToastContent, type ToastKind, toastQueue } from "./toasts.ts"

const glyphs: Readonly<Record<Exclude<ToastKind, "loading">, GlyphName>> = {
  success: "confirmed",
  error: "refused",
  blank: "info",
  custom: "info",
}

type Queued = QueuedToast<ToastContent>

const subscribe = (changed: () => void) => {
  const stop = toastQueue.subscribe(changed)
  return () => {
    stop()
  }
}
const visible = () => toastQueue.visibleToasts

/** The React key of a toast: a toast about an action replaces the one before. */
const placeOf = ({ key, content }: Queued): string => content.about ?? key

const withFresh = (shown: ReadonlyArray<Queued>, fresh: Queued): ReadonlyArray<Queued> => {
  const at = shown.findIndex((before) => placeOf(before) === placeOf(fresh))
  return at === -1 ? [...shown, fresh] : shown.with(at, fresh)
}

/** The toasts on screen, oldest first, including those that fade out. */
const useToasts = () => {
  const queued = useSyncExternalStore(subscribe, visible)
  const [shown, setShown] = useState<ReadonlyArray<Queued>>(queued)
  useEffect(() => {
    setShown((before) => {
      const fresh = queued.filter((toast) => !before.includes(toast))
      return fresh.length === 0 ? before : fresh.toReversed().reduce(withFresh, before)
    })
  }, [queued])
  const gone = (toast: Queued) => setShown((before) => before.filter((other) => other !== toast))
  return { shown, gone, isLeaving: (toast: Queued) => !queued.includes(toast) }
}

type Item = RefObject<HTMLLIElement | null>

/** Calls `onGone` once a leaving toast has faded. */
const useGone = (item: Item, isLeaving: boolean, onGone: () => void): void => {
  useEffect(() => {
    if (!isLeaving) return
    const motions = item.current?.getAnimations() ?? []
    let wanted = true
    Promise.allSettled(motions.map(({ finished }) => finished)).then(() => {
      if (wanted) onGone()
    })
    return () => {
      wanted = false
    }
  })
}

/** Another toast may replace one whose control has the focus: the focus stays in its place. */
const useKeptFocus = (item: Item) => {
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    const { current } = item
    if (hasFocus.current && !current?.contains(document.activeElement)) current?.querySelector("button")?.focus()
  })
  const keep = (has: boolean) => () => {
    hasFocus.current = has
  }
  return { onFocus: keep(true), onBlur: keep(false) }
}

const ToastItem = ({
  toast,
  isLeaving,
  onGone,
  isPaused,
  hasOutbox,
}: {
  readonly toast: Queued
  readonly isLeaving: boolean
  readonly onGone: () => void
  readonly isPaused: boolean
  readonly hasOutbox: boolean
}) => {
  const { t } = useTranslation()
  const item = useRef<HTMLLIElement>(null)
  const { timer, content, key } = toast
  useEffect(() => {
    if (isPaused || isLeaving) return
    timer?.resume()
    return () => timer?.pause()
  }, [timer, isPaused, isLeaving])
  useGone(item, isLeaving, onGone)
  const focus = useKeptFocus(item)
  const close = () => toastQueue.close(key)
  const { kind, text, quoted, about } = content
  const role = kind === "error" ? "alert" : "status"
  const action = about === undefined || hasOutbox ? content.action : undefined
  return (
    <li ref={item} className="toast" data-leaving={isLeaving || undefined} {...focus}>
      {kind === "loading" ? (
        <span className="c-acc row">
          <Spinner />
        </span>
      ) : (
        <Glyph name={content.glyph ?? glyphs[kind]} />
      )}
      {/* Screen readers announce a new alert when it appears, a status when its text changes. */}
      <p key={role} role={role} className="grow">
        <Quoting text={text} quoted={quoted} />
      </p>
      {action && (
        <Button
          variant="plain"
          onPress={() => {
            action.onPress()
            close()
          }}
        >
          {action.label}
        </Button>
      )}
      {kind !== "loading" && (
        <IconButton icon={CloseIcon} label={t("common.action.dismiss")} small smallIcon onPress={close} />
      )}
    </li>
  )
}

/**
 * The region of the toasts, once in the app. Errors are alerts, all others status. Their time pauses under the pointer
 * and while the focus is among them. The region is always in the page, so that screen readers know it before its first
 * message.
 */
export const ToastRegion = ({ hasOutbox }: { readonly hasOutbox: boolean }) => {
  const { t } = useTranslation()
  const { shown, gone, isLeaving } = useToasts()
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const region = useRef<HTMLElement>(null)
  // A control that is removed with its toast loses the focus without a blur event: the time would never go on.
  useEffect(() => {
    if (shown.length === 0 || !region.current?.contains(document.activeElement)) setFocused(false)
  })
  return (
    <section
      ref={region}
      className="toasts"
      aria-label={t("common.toast.region")}
      data-react-aria-top-layer="true"
      tabIndex={-1}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <ol>
        {shown.map((toast) => (
          <ToastItem
            key={placeOf(toast)}
            toast={toast}
            isLeaving={isLeaving(toast)}
            onGone={() => gone(toast)}
            hasOutbox={hasOutbox}
            isPaused={shown.length > 0 && (isHovered || isFocused)}
          />
        ))}
      </ol>
    </section>
  )
}
