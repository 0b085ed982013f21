import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { type ConnectionSign, connectionSign } from "../../domain/views/notices.ts"
import { useDeployment, useIsSilent, useStart, useView } from "../client/client.ts"
import { useExpectsUser } from "../preferences/useExpectsUser.ts"
import type { GlyphName, GlyphTone } from "../ui/Glyph.tsx"

const viewOf = (state: State) => {
  const { session, connection } = state
  return {
    signedIn: session.current !== null,
    server: session.current?.serverType === "private" ? session.current.server : null,
    // For a guest no request goes to the server, so its state is unknown.
    status:
      session.current === null && connection.status !== "offline" ? ("signedOut" as const) : connectionSign(state),
  }
}

const signs: Readonly<Record<ConnectionSign | "silent" | "signedOut", readonly [GlyphName, GlyphTone]>> = {
  online: ["online", "ok"],
  offline: ["offline", "warn"],
  unreachable: ["refused", "bad"],
  unreadable: ["refused", "bad"],
  silent: ["pending", "warn"],
  signedOut: ["offline", "off"],
}

/** The name of this session's server, the state of the connection, and its sign; LAYOUT-2, LAYOUT-6. */
export const useConnection = () => {
  const { t } = useTranslation()
  const { publicCloud } = useDeployment()
  const start = useStart()
  const view = useView(viewOf)
  const name = view?.server ?? publicCloud?.name ?? t("layout.server.public")
  const isExpected = useExpectsUser(view?.signedIn)
  const isSilent = useIsSilent()
  const known = isExpected && view?.status === "signedOut" ? undefined : view?.status
  const status = known === "online" && isSilent ? ("silent" as const) : known
  const [glyph, tone] = signs[status ?? "signedOut"]
  /*
   * Nothing is shown until the engine knows the state, also for a saved user: a word for a moment would make the lines
   * jump.
   */
  if (status === undefined && start.phase !== "failed") return { name, status, glyph, tone, word: "", full: name }
  const word = status === undefined ? t("common.state.unknown") : t(`layout.connection.${status}`)
  return { name, status, glyph, tone, word, full: t("layout.connection.full", { name, state: word }) }
}
