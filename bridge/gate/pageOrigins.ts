import type { PairedOrigin } from "../../src/domain/wire/bridge.ts"
import type { ConnectedPage } from "../page/page.ts"
import type { OriginRegistry } from "./origins.ts"

/**
 * The list of paired origins for one page. The app's own pages see and revoke all; any other page only its own origin.
 */
export interface PageOrigins {
  list(): void
  revoke(origin: string): void
}

export const createPageOrigins = (page: ConnectedPage, origins: OriginRegistry, revoked: () => void): PageOrigins => {
  const { visitor } = page
  const mayTouch = (origin: string): boolean => visitor.kind !== "paired" || visitor.origin === origin
  const shown = (): readonly PairedOrigin[] =>
    origins
      .list()
      .filter(({ origin }) => mayTouch(origin))
      .map(({ origin, tokens, usedAt }) => ({
        origin,
        paired_at: Math.max(0, ...tokens.map(({ pairedAt }) => pairedAt)),
        used_at: usedAt,
      }))
  const list = (): void => page.send({ type: "origins", origins: shown() })

  return {
    list,
    revoke: (origin) => {
      if (!mayTouch(origin)) return page.fail("not_allowed", "revoke_origin")
      const outcome = origins.revoke(origin)
      if (outcome !== "revoked") return page.fail(outcome, "revoke_origin")
      list()
      revoked()
    },
  }
}
