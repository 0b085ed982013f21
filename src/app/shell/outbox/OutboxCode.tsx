import { CopyButton } from "../../sharing/CopyButton.tsx"
import { CodeText } from "../../sharing/InvitationCode.tsx"
import { useInvitationCode } from "../../sharing/useInvitationCode.ts"

/** The code of an invitation that was sent from the queue (SUB-2). */
export const OutboxCode = ({ action }: { readonly action: string }) => {
  const code = useInvitationCode(action)
  if (code === null || code === undefined) return null
  return (
    <p className="acts code-line">
      <CodeText code={code} />
      <CopyButton text={code} />
    </p>
  )
}
