/** The address of a file in the build. */
declare module "*.woff2?url" {
  const url: string
  export default url
}
