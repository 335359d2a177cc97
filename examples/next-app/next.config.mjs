export default {
  // It keeps connections and reads its migrations: it is loaded, not bundled.
  serverExternalPackages: ['turnpike-gate'],
}
