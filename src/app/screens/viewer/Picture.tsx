import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { useTranslation } from "react-i18next"
import { Icon, type IconShape } from "../../ui/Icon.tsx"
import { EyeIcon, KeyboardIcon, ZoomIcon } from "../../ui/icons.ts"
import { useTouch } from "../../ui/useMedia.ts"
import type { Cursor } from "../../viewer/choices.ts"
import type { Placed } from "../../viewer/zoom.ts"
import { focusBar, ids, isWriting } from "./pictureKeys.ts"
import type { ViewerStage } from "./useViewer.ts"

const HINT_MS = 4_000
/** From this scale on pixels are drawn as squares. */
const SQUARES_FROM = 2

/** Ctrl, Alt and Shift together return the keys to the page, at its bar. */
const givesBack = ({ ctrlKey, altKey, shiftKey }: KeyboardEvent) => ctrlKey && altKey && shiftKey

/** Keys that type nothing: a person presses them alone, or to move through the page. */
const SAYS_NOTHING = ["Tab", "Shift", "Control", "Alt", "AltGraph", "Meta"]

const Hint = ({ icon, text }: { readonly icon: IconShape; readonly text: string }) => (
  <div className="vnote aside" role="status">
    <Icon of={icon} small />
    <p>{text}</p>
  </div>
)

/** Shows the hint until it was visible for its full time once. */
const useHint = (isOn: boolean) => {
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setRead(true), HINT_MS)
    return () => clearTimeout(timer)
  }, [isOn])
  return isOn && !isRead
}

/** The live screen of the device. While it has the focus, keys go to the device, unless they are turned off. */
export const Picture = ({
  stage,
  name,
  isLive,
  takesInput,
  placed = null,
  cursor = "device",
  notes = null,
  onKeys,
  children,
}: {
  readonly stage: ViewerStage
  readonly name: string
  readonly isLive: boolean
  readonly takesInput: boolean
  /** Null where the picture fills its room. */
  readonly placed?: Placed | null
  readonly cursor?: Cursor
  /** The place of the notes over the picture; null where they are with the picture. */
  readonly notes?: HTMLElement | null
  /** Called with true when keys go to the device. */
  readonly onKeys?: (hasKeys: boolean) => void
  /** The text field that may take the keys in place of the picture. */
  readonly children?: ReactNode
}) => {
  const { t } = useTranslation()
  const isTouch = useTouch()
  const { setPlace, streams, act, shown } = stage
  const picture = useRef<HTMLDivElement>(null)
  const described = useId()
  const [hasFocus, setFocus] = useState(false)
  const sendsKeys = isLive && takesInput && streams.keyboard && stage.ended === null
  const hasPicture = shown !== null
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (sendsKeys && hasPicture && !isWriting()) latest.current((viewer) => viewer.focus())
  }, [sendsKeys, hasPicture])
  const hint = useHint(hasFocus && sendsKeys)
  const isViewOnly = isLive && !streams.keyboard
  const [isVain, setVain] = useState(false)
  const vainHint = useHint(isVain && isViewOnly)
  const said = (
    <>
      {stage.composing !== "" && (
        <p className="vnote aside vcomposing" dir="auto">
          {stage.composing}
        </p>
      )}
      {vainHint && <Hint icon={EyeIcon} text={t("devices.viewer.viewOnlyKeys", { name })} />}
      {hint && !children && stage.composing === "" && (
        <Hint
          icon={isTouch ? ZoomIcon : KeyboardIcon}
          text={isTouch ? t("devices.viewer.hintTouch") : t("devices.viewer.hint", { name })}
        />
      )}
    </>
  )
  return (
    <>
      <div
        ref={picture}
        id={ids.picture}
        className={[
          "vpic",
          // The shape of the device's pointer would promise that it follows this one.
          `cursor-${takesInput ? cursor : "arrow"}`,
          placed === null ? "whole" : "",
          placed !== null && placed.scale >= SQUARES_FROM ? "squares" : "",
          (isLive && stage.ended === null && !stage.isUnanswered) || shown === null ? "" : "drained",
        ].join(" ")}
        style={
          placed === null
            ? undefined
            : {
                left: Math.round(placed.left),
                top: Math.round(placed.top),
                width: placed.width,
                height: placed.height,
              }
        }
        role="application"
        aria-label={t("devices.viewer.picture", { name })}
        aria-roledescription={t("devices.viewer.screen")}
        aria-describedby={described}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys go to the device while it has the focus
        tabIndex={0}
        onFocus={({ target, currentTarget }) => {
          setFocus(true)
          onKeys?.(true)
          if (target === currentTarget && sendsKeys) act((viewer) => viewer.focus())
        }}
        onBlur={() => {
          setFocus(false)
          onKeys?.(false)
        }}
        onKeyDownCapture={(event) => {
          if (givesBack(event)) {
            event.preventDefault()
            event.stopPropagation()
            act((viewer) => viewer.letGo())
            focusBar()
          } else if (!sendsKeys) {
            // noVNC would keep these keys from the browser, Tab too.
            event.stopPropagation()
            if (!SAYS_NOTHING.includes(event.key)) setVain(true)
          }
        }}
      >
        <div ref={setPlace} className="vcanvas" />
        <span className="vh" id={described}>
          {t("devices.viewer.unread")}
        </span>
        {children}
      </div>
      {notes === null ? said : createPortal(said, notes)}
    </>
  )
}
