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
      { path: '^web/(features|admin|static-pages|offline|build)/' },
    ),
    never(
      'mantine-is-the-consoles',
      'people’s pages carry none of the UI kit (docs/decisions/022)',
      { path: '^web/', pathNot: '^web/admin/' },
      { path: 'node_modules/(@mantine/|mantine-)' },
    ),
    never(
      'pool-is-out-of-reach',
      'a write through a pool escapes the open transaction: everything is handed a tx',
      { path: '^server/', pathNot: ['^server/(db|postgres|cli)/', '^server/(main|app)\\.ts$', TEST] },
      { path: ['^server/db/pool\\.ts$', 'node_modules/(pg|pg-pool)/'] },
    ),
    never(
      'repositories-are-the-bottom',
      'repositories are SQL: no service, route or job above them',
      { path: '^server/repositories/' },
      { path: '^server/(services|http|jobs|rails|mail)/' },
    ),
    never(
      'routes-are-thin',
      'routes parse and present: the work is a service, which tests and jobs call too',
      { path: '^server/http/' },
      { path: '^server/repositories/' },
    ),
    never(
      'routes-know-no-jobs',
      'what a route needs of a job is handed in by server/app.ts',
      { path: '^server/http/' },
      { path: '^server/jobs/' },
    ),
    never(
      'db-is-the-ground',
      'the schema and the pool know nothing that is built upon them',
      { path: '^server/db/' },
      { path: '^server/(services|repositories|http|jobs|rails|mail|pdf|statements|files)/' },
    ),
    never(
      'jobs-call-services',
      'a job decides when; what is done is a service, which tests and routes call too',
      { path: '^server/jobs/', pathNot: TEST },
      { path: '^server/repositories/' },
    ),
    never(
      'services-know-no-http',
      'a service is called by routes, jobs and tests alike',
      { path: '^server/services/' },
      { path: ['^server/http/', 'node_modules/(fastify|@fastify/[^/]+)/'] },
    ),
    never(
      'services-allow-list',
      'a service works with rules, words, repositories and ports, and lives without the process around it',
      { path: '^server/services/', pathNot: TEST },
      {
        path: '^(server|web|scripts|content)/',
        pathNot: [
          '^server/(services|repositories|mail|pdf|statements|rails|otp|files|push|lib)/',
          '^server/db/(tables|transaction|errors)\\.ts$',
        ],
      },
    ),
    never(
      'services-write-no-sql',
      'SQL stands in repositories: a service may name row types and no more',
      { path: '^server/services/', pathNot: TEST },
      { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'ports-own-their-types',
      'what reaches the outside world declares what it takes and gives; services import it',
      { path: '^server/(rails|otp|mail|pdf|statements|files|webhooks|push)/' },
      { path: '^server/(services|repositories|http|jobs)/' },
    ),
    never(
      'nothing-needs-tests',
      'test support stays in test; the bench drives the server as the fault tests do',
      { pathNot: ['^(test|bench)/', '^scripts/mutants\\.mjs$', TEST] },
      { path: ['^test/', TEST] },
    ),
    never(
      'product-needs-no-tools',
      'the program is built by scripts and measured by bench, and knows neither',
      { path: '^(core|server|web|messages)/', pathNot: TEST },
      { path: '^(scripts|bench)/' },
    ),
    never(
      'scripts-lib-is-the-ground',
      'what commands share knows no command and nothing of the program',
      { path: '^scripts/lib/' },
      { path: '^(core|server|web|messages|bench|test|scripts/(?!lib/))' },
    ),
    never(
      'scripts-know-no-pages',
      'a command draws from core and messages, and starts the server; bench and web use scripts/lib or nothing',
      { path: '^scripts/' },
      { path: '^(web|bench)/' },
    ),
    never(
      'bench-uses-scripts-lib',
      'a measurement shares what commands share, not the commands',
      { path: '^bench/' },
      { path: '^(web|scripts/(?!lib/))' },
    ),
    never(
      'telemetry-when-asked',
      'a server without a collector must not load what traces it',
      { pathNot: ['^server/telemetry/otlp\\.ts$', 'node_modules/'] },
      {
        path: ['^server/telemetry/otlp\\.ts$', 'node_modules/@opentelemetry/', 'node_modules/@fastify/otel/'],
        dynamic: false,
      },
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
