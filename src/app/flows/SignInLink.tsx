import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import { useAsked } from "./askedPage.ts"

/** To the sign-in, and back to this page afterwards. */
export const SignInLink = ({
  className,
  title,
  children,
}: {
  readonly className: string
  readonly title?: string
  readonly children: ReactNode
}) => (
  <Link className={className} to="/signin" state={useAsked()} {...(title === undefined ? {} : { title })}>
    {children}
  </Link>
)
