import { type ReactNode, useEffect, useRef } from "react"
import { Icon } from "../../ui/Icon.tsx"
import { DownIcon } from "../../ui/icons.ts"

/** Entries that fold out each on their own; the page can be searched for what is folded in. */
export const Folds = ({ children }: { readonly children: ReactNode }) => <div className="panel folds">{children}</div>

/** Puts the entry that a link leads to in view, after whatever a new page does with view and focus (MSG-6). */
const useArrival = (isOpen: boolean) => {
  const entry = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const frame = requestAnimationFrame(() => {
      entry.current?.scrollIntoView()
      entry.current?.querySelector("summary")?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [isOpen])
  return entry
}

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
}) => {
  const entry = useArrival(isOpen)
  return (
    <details id={id} open={isOpen} ref={entry}>
      <summary>
        <b className="grow">{title}</b>
        <Icon of={DownIcon} small />
      </summary>
      {children}
    </details>
  )
}
