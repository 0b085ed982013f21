import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import { useAsked } from "./askedPage.ts"

/** A link to the sign-in, which leads back to this page afterwards. */
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
