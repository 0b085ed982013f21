import type { ReactNode } from "react"
import { Icon } from "../../ui/Icon.tsx"
import { DownIcon } from "../../ui/icons.ts"

/** Entries that fold out each on their own; the page can be searched for what is folded in. */
export const Folds = ({ children }: { readonly children: ReactNode }) => <div className="panel folds">{children}</div>

/** `id` is where a link such as `/help-center#faq-media` leads; it opens the entry. */
export const Fold = ({
  id,
  title,
  isOpen = false,
  children,
}: {
  readonly id?: string
  readonly title: string
  readonly isOpen?: boolean
  readonly children: ReactNode
}) => (
  <details id={id} open={isOpen}>
    <summary>
      <b className="grow">{title}</b>
      <Icon of={DownIcon} small />
    </summary>
    {children}
  </details>
)
