import { type ReactNode, useEffect, useRef } from "react"
import { Icon } from "../../ui/Icon.tsx"
import { DownIcon } from "../../ui/icons.ts"

/** Entries that fold out independently. The browser's search finds text in folded ones. */
export const Folds = ({ children }: { readonly children: ReactNode }) => <div className="panel folds">{children}</div>

/** Scrolls to the entry of a link, after a new page has handled its own scrolling and focus (MSG-6). */
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

/** `id` is the target of a link such as `/help-center#faq-media`, which opens the entry. */
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
