/** The build generates this from the lock file (HELP-3). */
declare module "virtual:credits" {
  const credits: readonly { readonly name: string; readonly version: string; readonly license: string }[]
  export default credits
}
