import { type ReactNode, type Ref, useId } from "react"

/** A part of a page under its name. */
export const Section = ({
  title,
  note,
  end,
  children,
  place,
}: {
  readonly title: ReactNode
  /** Beside the name. */
  readonly note?: ReactNode
  /** At the end of the line of the name. */
  readonly end?: ReactNode
  readonly children: ReactNode
  readonly place?: Ref<HTMLElement>
}) => {
  const id = useId()
  return (
    <section ref={place} className="sec" aria-labelledby={id}>
      <div className="sec-head">
        <div className="grow">
          <h2 id={id}>{title}</h2>
          {note}
        </div>
        {end}
      </div>
      {children}
    </section>
  )
}
