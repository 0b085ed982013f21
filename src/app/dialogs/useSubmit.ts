import type { Answer } from "../../domain/client/requests.ts"
import { useCheck } from "../client/client.ts"
import type { CommandRequest } from "../client/handle.ts"
import { useAttempt } from "./useAttempt.ts"

/** Sends the commands of a dialog once the domain would refuse none of them; `onDone` when all are recorded. */
export const useSubmit = (onDone: (answer: Answer) => void) => {
  const check = useCheck()
  const { attempt, ...rest } = useAttempt(onDone)
  const submit = (...commands: readonly CommandRequest[]) =>
    attempt(commands, commands.map(check).find((reason) => reason !== null) ?? null)
  return { submit, ...rest }
}
