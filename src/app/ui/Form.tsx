import { type ReactNode, useEffect, useRef, useState } from "react"

/**
 * A form that never reloads the page. After each submit the first field with a message gets the focus, so that
 * keyboard and screen reader users meet the reason at once.
 */
export const Form = ({
  onSubmit,
  className,
  id,
  children,
}: {
  readonly onSubmit: () => void
  readonly className?: string
  /** For a submit button outside of it: `<Button type="submit" form={id}>`. */
  readonly id?: string
  readonly children: ReactNode
}) => {
  const form = useRef<HTMLFormElement>(null)
  const [submits, setSubmits] = useState(0)
  useEffect(() => {
    if (submits > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submits])
  return (
    <form
      ref={form}
      id={id}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
        setSubmits((count) => count + 1)
      }}
    >
      {children}
    </form>
  )
}
