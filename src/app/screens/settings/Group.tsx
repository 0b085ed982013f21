import { type ReactNode, useId } from "react"
import { Icon, type IconShape } from "../../ui/Icon.tsx"

/** A group of rows under one name. */
export const Group = ({
  title,
  danger = false,
  children,
}: {
  readonly title: string
  /** The acts in this group cannot be undone. */
  readonly danger?: boolean
  readonly children: ReactNode
}) => {
  const id = useId()
  return (
    <section className={danger ? "danger" : undefined} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={danger ? "panel rows danger" : "panel rows"}>{children}</div>
    </section>
  )
}

/** A setting: its name, its effect, and the control at the end. */
export const Row = ({
  icon,
  title,
  body,
  bodyId,
  children,
}: {
  readonly icon?: IconShape
  readonly title: string
  readonly body?: string
  readonly bodyId?: string
  readonly children?: ReactNode
}) => (
  <div>
    {icon && <Icon of={icon} />}
    <div className="t">
      <b>{title}</b>
      {body !== undefined && <p id={bodyId}>{body}</p>}
    </div>
    {children}
  </div>
)
