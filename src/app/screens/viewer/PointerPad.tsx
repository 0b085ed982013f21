import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { SegmentedRadio } from "../../ui/SegmentedRadio.tsx"
import { type Choices, type Touch, touches } from "../../viewer/choices.ts"
import { HOLD_MS, padButtons, Touchpad } from "../../viewer/touchpad.ts"
import type { ViewerStage } from "./useViewer.ts"
import type { Zooming } from "./useZoom.ts"

/** The pointer moves this many times as far as the finger. */
const SPEED = 1.5
/** The distance that an arrow key moves the pointer, in pixels of the pad. */
const ARROW = 12
const gestures = ["drag", "tap", "two", "hold"] as const
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-ARROW, 0],
  ArrowRight: [ARROW, 0],
  ArrowUp: [0, -ARROW],
  ArrowDown: [0, ARROW],
}

/** The position of the pointer and its held buttons. When the pad goes, it releases them and hides the pointer. */
const usePointer = ({ act }: ViewerStage, { placed, isLarger, lookAt }: Zooming) => {
  const at = useRef({ x: 0.5, y: 0.5 })
  const buttons = useRef(0)
  const say = () => act((viewer) => viewer.point(at.current, buttons.current))
  const within = (share: number) => Math.min(1, Math.max(0, share))
  return {
    move: (dx: number, dy: number) => {
      if (placed === null) return
      const { x, y } = at.current
      at.current = { x: within(x + (dx * SPEED) / placed.width), y: within(y + (dy * SPEED) / placed.height) }
      // In a picture that is larger than its room, show the part with the pointer.
      if (isLarger) lookAt(at.current)
      say()
    },
    press: (button: number) => {
      buttons.current |= button
      say()
    },
    release: (button: number) => {
      buttons.current &= ~button
      say()
    },
    leave: () => {
      if (buttons.current !== 0) {
        buttons.current = 0
        say()
      }
      act((viewer) => viewer.point(null, 0))
    },
  }
}
type Pointer = ReturnType<typeof usePointer>

const Button = ({
  pointer,
  button,
  text,
}: {
  readonly pointer: Pointer
  readonly button: number
  readonly text: string
}) => (
  <button
    type="button"
    onPointerDown={({ currentTarget, pointerId }) => {
      currentTarget.setPointerCapture(pointerId)
      pointer.press(button)
    }}
    onLostPointerCapture={() => pointer.release(button)}
    onClick={({ detail }: MouseEvent) => {
      // Only for a press by a key or a screen reader, without a finger.
      if (detail !== 0) return
      pointer.press(button)
      pointer.release(button)
    }}
  >
    {text}
  </button>
)

const Pad = ({ pointer }: { readonly pointer: Pointer }) => {
  const { t } = useTranslation()
  const [isUsed, setUsed] = useState(false)
  const latest = useRef(pointer)
  latest.current = pointer
  const [pad] = useState(
    () =>
      new Touchpad({
        move: (dx, dy) => latest.current.move(dx, dy),
        press: (button) => latest.current.press(button),
        release: (button) => latest.current.release(button),
      }),
  )
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(resting.current)
      pad.cancel()
      latest.current.leave()
    },
    [pad],
  )
  const down = ({ currentTarget, pointerId, clientX: x, clientY: y, timeStamp }: PointerEvent) => {
    setUsed(true)
    currentTarget.setPointerCapture(pointerId)
    pad.down(pointerId, { x, y }, timeStamp)
    clearTimeout(resting.current)
    resting.current = setTimeout(() => pad.rested(), HOLD_MS)
  }
  const key = (event: KeyboardEvent) => {
    const by = arrows[event.key]
    if (by === undefined) return
    event.preventDefault()
    setUsed(true)
    pointer.move(...by)
  }
  return (
    <div
      className="tpad"
      role="application"
      aria-label={t("devices.viewer.pad.pad")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the pointer while it has the focus
      tabIndex={0}
      onPointerDown={down}
      onPointerMove={({ pointerId, clientX: x, clientY: y }) => pad.move(pointerId, { x, y })}
      onPointerUp={({ pointerId, timeStamp }) => pad.up(pointerId, timeStamp)}
      onPointerCancel={() => pad.cancel()}
      onKeyDown={key}
    >
      {!isUsed && (
        <dl>
          {gestures.map((gesture) => (
            <div key={gesture}>
              <dt>{t(`devices.viewer.pad.${gesture}`)}</dt>
              <dd>{t(`devices.viewer.pad.${gesture}Means`)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** The choice of how fingers point, and the touchpad with its two buttons (SCREEN-6). */
export const PointerPad = ({
  stage,
  zooming,
  touch,
  onChoose,
}: {
  readonly stage: ViewerStage
  readonly zooming: Zooming
  readonly touch: Touch
  readonly onChoose: (change: Partial<Choices>) => void
}) => {
  const { t } = useTranslation()
  const pointer = usePointer(stage, zooming)
  return (
    <section className={touch === "pad" ? "vpad open" : "vpad"} aria-label={t("devices.viewer.pad.mode")}>
      <SegmentedRadio
        label={t("devices.viewer.pad.mode")}
        labelHidden
        value={touch}
        onChange={(chosen) => onChoose({ touch: chosen })}
        options={touches.map((value) => ({ value, label: t(`devices.viewer.pad.${value}`) }))}
      />
      {touch === "pad" && (
        <>
          <Pad pointer={pointer} />
          <div className="tbtns">
            <Button pointer={pointer} button={padButtons.left} text={t("devices.viewer.pad.left")} />
            <Button pointer={pointer} button={padButtons.right} text={t("devices.viewer.pad.right")} />
          </div>
        </>
      )}
    </section>
  )
}
