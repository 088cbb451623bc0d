interface ImportMetaEnv {
  readonly SANDBOX: boolean
  readonly ORIGIN: string
}
