import { type ReactNode, useId } from "react"

/** A group of rows under one name. */
export const Group = ({
  title,
  danger = false,
  children,
}: {
  readonly title: string
  /** What is done here cannot be taken back. */
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

/** A setting: what it is called, what it does, and the control at the end. */
export const Row = ({
  title,
  body,
  bodyId,
  children,
}: {
  readonly title: string
  readonly body?: string
  readonly bodyId?: string
  readonly children: ReactNode
}) => (
  <div>
    <div className="t">
      <b>{title}</b>
      {body !== undefined && <p id={bodyId}>{body}</p>}
    </div>
    {children}
  </div>
)
