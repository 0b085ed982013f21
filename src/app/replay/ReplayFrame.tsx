import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { packedState } from "../../domain/product/stored.ts"
import type { FleetLog } from "../../domain/views/fleetLog.ts"
import { useDeployment } from "../client/client.ts"
import { READY, REPLAY_PATH, type ShowMoment } from "./message.ts"

/**
 * The screen as it was, in a page of its own with its own theme, language, route and dialogs. It has no engine and
 * takes no key or press. While the state is still folded the frame already has its room.
 */
export const ReplayFrame = ({
  state,
  fleet,
  at,
  title,
}: {
  readonly state: State | null
  readonly fleet: FleetLog
  readonly at: number
  readonly title: string
}) => {
  const { t } = useTranslation()
  const deployment = useDeployment()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const receive = ({ data, origin, source }: MessageEvent<unknown>) => {
      if (origin === location.origin && source === frame.current?.contentWindow && data === READY) setReady(true)
    }
    addEventListener("message", receive)
    return () => removeEventListener("message", receive)
  }, [])
  useEffect(() => {
    if (!isReady || state === null) return
    const moment: ShowMoment = { type: "sightline.show", state: packedState(state), fleet, at, deployment }
    frame.current?.contentWindow?.postMessage(moment, location.origin)
  }, [isReady, state, fleet, at, deployment])
  return (
    <div className="rview">
      <div>
        <iframe ref={frame} src={REPLAY_PATH} title={title} tabIndex={-1} inert />
        {(!isReady || state === null) && <p className="none">{t("common.state.loading")}</p>}
      </div>
    </div>
  )
}
