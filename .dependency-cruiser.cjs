// Which part may know which: the picture of docs/architecture.md, held by `npm test`.

const TEST = '\\.test\\.tsx?$'

/** From one place never to another. */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    never(
      'core-knows-nobody',
      'core runs in browser and server alike: it imports itself and zod',
      { path: '^core/', pathNot: TEST },
      { pathNot: ['^core/', 'node_modules/zod/'] },
    ),
    never('web-knows-core-alone', 'web never imports the server', { path: '^web/' }, { path: '^server/' }),
    never('server-knows-core-alone', 'the server never imports web', { path: '^server/' }, { path: '^web/' }),
    never(
      'messages-are-a-leaf',
      'messages are imported by server and web, and import core at most',
      { path: '^messages/', pathNot: TEST },
      { pathNot: ['^messages/', '^core/'] },
    ),
    never(
      'features-are-islands',
      'a feature never imports another: what two share moves to web/ui or web/lib',
      { path: '^web/(features|admin)/([^/]+)/' },
      { path: '^web/(features|admin)/', pathNot: '^web/$1/$2/' },
    ),
    never(
      'pieces-know-no-feature',
      'web/ui and web/lib serve all features and know none',
      { path: '^web/(ui|lib)/' },
      { path: '^web/(features|admin|routes)/' },
    ),
    never(
      'pool-is-out-of-reach',
      'a write through a pool escapes the open transaction: everything is handed a tx',
      { path: '^server/', pathNot: ['^server/(db|cli)/', '^server/(main|app)\\.ts$', TEST] },
      { path: ['^server/db/pool\\.ts$', 'node_modules/(pg|pg-pool)/'] },
    ),
    never(
      'repositories-are-the-bottom',
      'repositories are SQL: no service, route or job above them',
      { path: '^server/repositories/' },
      { path: '^server/(services|http|jobs|rails|mail)/' },
    ),
    never(
      'services-know-no-http',
      'a service is called by routes, jobs and tests alike',
      { path: '^server/services/' },
      { path: ['^server/http/', 'node_modules/(fastify|@fastify/[^/]+)/'] },
    ),
    never(
      'nothing-needs-tests',
      'test support stays in test',
      { pathNot: ['^test/', TEST] },
      { path: ['^test/', TEST] },
    ),
    never(
      'no-dev-package-at-run-time',
      'what the server imports is a dependency, not a development one',
      { path: '^(core|server)/', pathNot: TEST },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),
    never('no-cycle', 'two modules that need each other are one, or three', {}, { circular: true }),
    never('no-unresolvable', 'an import that leads nowhere', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^messages/compiled'] },
    // Imports of types alone are knowledge too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
