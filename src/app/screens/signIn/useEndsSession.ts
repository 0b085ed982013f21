import type { State } from "../../../domain/product/state.ts"
import { useDeployment, useView } from "../../client/client.ts"
import { readServer, type ServerTyped } from "../auth/server.ts"

const serverOf = ({ session }: State) => session.current?.server ?? null

/** Whether somebody is signed in on another server than the one chosen: signing in there ends that session (AUTH-13). */
export const useEndsSession = (typed: ServerTyped): boolean => {
  const deployment = useDeployment()
  const current = useView(serverOf) ?? null
  const { server } = readServer(typed, deployment)
  return current !== null && server !== undefined && server !== current
}
