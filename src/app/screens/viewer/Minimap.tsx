import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useFormat } from "../../i18n/useFormat.ts"
import { Button } from "../../ui/Button.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { MinusIcon, PlusIcon } from "../../ui/icons.ts"
import { STEP } from "../../viewer/zoom.ts"
import type { ViewerStage } from "./useViewer.ts"
import type { Zooming } from "./useZoom.ts"

const PERCENT = 100
/** The time between drawings, ms. The map shows where things are, not how they move. */
const DRAWN_EVERY_MS = 400
/** The length of the longer side, px. A display of two pixels a dot shows it sharply. */
const DOTS = 384
/** One press of an arrow moves by this share of the visible part. */
const PRESS = 0.2

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const draw = (from: HTMLCanvasElement | null, to: HTMLCanvasElement | null) => {
  if (from === null || to === null || from.width === 0 || from.height === 0) return
  const scale = DOTS / Math.max(from.width, from.height)
  to.width = Math.max(1, Math.round(from.width * scale))
  to.height = Math.max(1, Math.round(from.height * scale))
  to.getContext("2d")?.drawImage(from, 0, 0, to.width, to.height)
}

/** The whole of a picture that is larger than its room, with the visible part marked. */
export const Minimap = ({ stage, zooming }: { readonly stage: ViewerStage; readonly zooming: Zooming }) => {
  const { t } = useTranslation()
  const { percent } = useFormat()
  const { part, by, toFit, lookAt, placed } = zooming
  const canvas = useRef<HTMLCanvasElement>(null)
  const { act } = stage
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const again = () => latest.current((viewer) => draw(viewer.canvas(), canvas.current))
    again()
    const timer = setInterval(again, DRAWN_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const follow = ({ currentTarget, clientX, clientY, buttons }: PointerEvent<HTMLElement>) => {
    if (buttons === 0) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    lookAt({ x: (clientX - left) / width, y: (clientY - top) / height })
  }
  const press = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (arrow !== undefined) {
      const [x, y] = arrow
      lookAt({ x: part.x + part.width * (0.5 + x * PRESS), y: part.y + part.height * (0.5 + y * PRESS) })
    } else if (event.key === "+" || event.key === "=") by(STEP)
    else if (event.key === "-") by(1 / STEP)
    else if (event.key === "0") toFit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const share = (value: number) => `${value * PERCENT}%`
  return (
    <section className="mini" aria-label={t("devices.viewer.size.overview")} onKeyDown={press}>
      <div
        className="m"
        role="application"
        aria-label={t("devices.viewer.size.overview")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the part that is seen
        tabIndex={0}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        }}
        onPointerMove={follow}
      >
        <canvas ref={canvas} />
        <span
          className="v"
          style={{
            left: share(part.x),
            top: share(part.y),
            width: share(part.width),
            height: share(part.height),
          }}
        />
      </div>
      <div className="zr">
        <IconButton small icon={MinusIcon} label={t("devices.viewer.size.smaller")} onPress={() => by(1 / STEP)} />
        <bdi className="num">{percent(Math.round((placed?.scale ?? 1) * PERCENT))}</bdi>
        <IconButton small icon={PlusIcon} label={t("devices.viewer.size.larger")} onPress={() => by(STEP)} />
        <Button variant="word" onPress={toFit}>
          {t("devices.viewer.size.fit")}
        </Button>
      </div>
    </section>
  )
}
