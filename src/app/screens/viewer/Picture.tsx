import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  type WheelEvent,
} from "react"
import { useTranslation } from "react-i18next"
import { Icon } from "../../ui/Icon.tsx"
import { KeyboardIcon } from "../../ui/icons.ts"
import { useHeldKeys } from "./useHeldKeys.ts"
import type { ViewerStage } from "./useViewer.ts"

/** As `POINTER_MAX` of the device protocol: coordinates across the picture. */
const ACROSS = 32_767
const NOTCH = 100
const NOTCHES_MAX = 127
const HINT_MS = 4_000

const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent | WheelEvent) => {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  const across = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * ACROSS)
  return { x: across((clientX - left) / width), y: across((clientY - top) / height) }
}

/** Ctrl, Alt and Shift together give the keys back to the page. */
const givesBack = ({ ctrlKey, altKey, shiftKey }: KeyboardEvent) => ctrlKey && altKey && shiftKey

const Hint = ({ name }: { readonly name: string }) => {
  const { t } = useTranslation()
  return (
    <p className="vhint toast" role="status">
      <Icon of={KeyboardIcon} small />
      <span>{t("devices.viewer.hint", { name })}</span>
    </p>
  )
}

const useHint = (isOn: boolean) => {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    setShown(isOn)
    if (!isOn) return
    const timer = setTimeout(() => setShown(false), HINT_MS)
    return () => clearTimeout(timer)
  }, [isOn])
  return isShown
}

/** How far the wheel was turned, in notches: at least one. */
const notchesOf = ({ deltaY }: WheelEvent) =>
  Math.max(-NOTCHES_MAX, Math.min(NOTCHES_MAX, Math.round(-deltaY / NOTCH) || -Math.sign(deltaY)))

/** Sends pointer and wheel to the device while it takes them. */
const usePointer = (
  send: ViewerStage["send"],
  sendsPointer: boolean,
  settle: (event: PointerEvent | WheelEvent) => void,
) => {
  const point = (event: PointerEvent | WheelEvent, wheel = 0) => {
    settle(event)
    if (sendsPointer) send({ kind: "pointer", ...placeOf(event), buttons: event.buttons & 31, wheel })
  }
  return {
    onPointerMove: (event: PointerEvent) => point(event),
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      point(event)
    },
    onPointerUp: (event: PointerEvent) => point(event),
    // A touch that the browser takes for itself has no end of its own.
    onPointerCancel: (event: PointerEvent) => point(event),
    onWheel: (event: WheelEvent) => point(event, notchesOf(event)),
    onContextMenu: (event: MouseEvent) => {
      if (sendsPointer) event.preventDefault()
    },
  }
}

/** Sends keys to the device while it takes them: it has the focus as soon as it does, and no key stays down when it leaves. */
const useKeyboard = (picture: RefObject<HTMLElement | null>, send: ViewerStage["send"], sendsKeys: boolean) => {
  const [hasFocus, setFocus] = useState(false)
  const { press, settle, letGo } = useHeldKeys(send, sendsKeys)
  useEffect(() => {
    if (sendsKeys) picture.current?.focus({ preventScroll: true })
  }, [picture, sendsKeys])
  const key = (event: KeyboardEvent, down: boolean) => {
    if (!sendsKeys) return
    if (givesBack(event)) {
      picture.current?.blur()
      return
    }
    event.preventDefault()
    event.stopPropagation()
    press(event, down)
  }
  return {
    hasFocus,
    settle,
    hears: {
      onFocus: () => setFocus(true),
      onBlur: () => {
        setFocus(false)
        letGo()
      },
      onKeyDown: (event: KeyboardEvent) => key(event, true),
      onKeyUp: (event: KeyboardEvent) => key(event, false),
    },
  }
}

/** The device's picture. While it has the focus, keys and pointer are the device's, unless they are turned off. */
export const Picture = ({
  stage,
  name,
  isLive,
  takesInput,
}: {
  readonly stage: ViewerStage
  readonly name: string
  readonly isLive: boolean
  readonly takesInput: boolean
}) => {
  const { t } = useTranslation()
  const { setPlace, streams, send, shown } = stage
  const picture = useRef<HTMLDivElement>(null)
  const sendsKeys = isLive && takesInput && streams.keyboard
  const keyboard = useKeyboard(picture, send, sendsKeys)
  const pointer = usePointer(send, isLive && takesInput && streams.pointer, keyboard.settle)
  const hint = useHint(keyboard.hasFocus && sendsKeys)
  return (
    <>
      <div
        ref={picture}
        className={isLive || shown === null ? "vpic" : "vpic drained"}
        role="application"
        aria-label={t("devices.viewer.picture", { name })}
        aria-roledescription={t("devices.viewer.screen")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys go to the device while it has the focus
        tabIndex={0}
        {...keyboard.hears}
        {...pointer}
      >
        <div ref={setPlace} className="vcanvas" />
        <p className="vh" data-testid="typed">
          {shown === null || shown.typed === "" ? null : t("devices.viewer.typedThere", { text: shown.typed })}
        </p>
      </div>
      {hint && <Hint name={name} />}
    </>
  )
}
