// The schema kinds of TypeBox. The declaration files of an application that does not depend on TypeBox import these kinds from here.
export type {
  TAny,
  TArray,
  TBigInt,
  TBoolean,
  TDate,
  TEnum,
  TImport,
  TInteger,
  TIntersect,
  TLiteral,
  TMappedResult,
  TNever,
  TNot,
  TNull,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TReadonly,
  TReadonlyOptional,
  TRecord,
  TRecursive,
  TRef,
  TRegExp,
  TString,
  TTemplateLiteral,
  TThis,
  TTransform,
  TTuple,
  TUint8Array,
  TUndefined,
  TUnion,
  TUnknown,
  TUnsafe,
  TVoid
} from '@sinclair/typebox'
export type { App, AppMembers, AppOf, AppToAwait } from './app.ts'
export type { HintedApp, LoadingApp, NewApp } from './app-hint.ts'
export type { CompiledSchemas } from './compiled.ts'
export type { ContentTypeParser, ParserOptions } from './content-type-parser.ts'
// Types that the compiler writes into declaration files of applications that export apps, plugins or schemas.
export type { Bucket, Nothing, Shape, Typed } from './context.ts'
export type { Accessor, Slot, SlotOf, ValueFunction, With } from './decorator.ts'
export type {
  AnyEndpoint,
  Endpoint,
  EndpointAnswer,
  EndpointFunction,
  EndpointInput,
  EndpointResponse,
  InjectedEndpoint
} from './endpoint.ts'
export type { EndpointMember, EndpointsFunction } from './endpoint-group.ts'
export type {
  HttpError,
  HttpErrorOptions,
  ValidatedPart,
  ValidationError,
  ValidationFinding
} from './error.ts'
export type {
  EventContent,
  EventOf,
  EventSchemas,
  EventStream,
  EventStreamOptions,
  EventsFunction,
  SentEvent,
  SentId
} from './events.ts'
export type {
  Absence,
  ExplainedApp,
  ExplainedContext,
  ExplainedDeclaration,
  ExplainedExchange,
  ExplainedLimit,
  ExplainedNode,
  ExplainedRoute,
  ExplainedStage,
  ExplainedStep,
  Explanation,
  LaneObstacle,
  ObjectUse,
  RequestToExplain,
  SourcePlace
} from './explain.ts'
export type { FoundRoute, PrintOptions, RouteQuery } from './find-route.ts'
export type {
  Done,
  DoneWith,
  Guard,
  Guarded,
  GuardFunction,
  HookName,
  Hooks,
  PayloadStream,
  RequestHook,
  Unrefined
} from './hook.ts'
export type {
  InjectCallback,
  InjectChain,
  InjectCookie,
  InjectOptions,
  InjectPayload,
  InjectResponse
} from './inject.ts'
export type { AppState } from './life.ts'
export type { ListenOptions, RawServer } from './listen.ts'
export type {
  ChildLoggerOptions,
  LogBindings,
  Logger,
  LoggerInstance,
  LoggerOptions,
  LogLevel,
  LogMethod,
  LogSerializers
} from './logger.ts'
export type {
  AjvOptions,
  AjvPlugin,
  Espalier,
  InitialConfig,
  PoisoningAction,
  RouterOptions,
  ServerOptions,
  TrustProxy
} from './options.ts'
export type { PathParams } from './path.ts'
export type {
  AnyPlugin,
  MountOptions,
  Plugin,
  PluginDone,
  PluginFunction,
  PluginValue,
  Requirement,
  RequiresFunction,
  SharedFunction,
  Source
} from './plugin.ts'
export type { Below, PathText, PathTexts, Prefixed } from './prefix.ts'
export type { SchemaLibrary, SchemaProvider, TypeProvider, UnplacedProvider } from './provider.ts'
export type { Refusal } from './refusal.ts'
export type { AnyReply as Reply, PendingReply, RouteReply, Sent } from './reply.ts'
export type { ReplyOf } from './reply-of.ts'
export type { PlainRequest, RawRequest as Request, RouteParts, RouteRequest } from './request.ts'
export type { AnyResponse, Status } from './response.ts'
export type {
  ChildLoggerFactory,
  ConstraintStrategy,
  RouteConfig,
  RouteConstraints,
  RouteDeclaration,
  RouteInfo,
  RouteSchema
} from './route.ts'
export type { Answering, RouteDefaults } from './route-defaults.ts'
export type { BodylessMethod, RouteMethod } from './route-method.ts'
export type { RouteOptions } from './route-options.ts'
export type {
  Bringing,
  DateText,
  Formed,
  Infer,
  InferIn,
  SchemaRef,
  SchemaWithDefault,
  WithDefaultFunction
} from './schema.ts'
export type { RefTo, Resolve, SchemaAt, SchemasOf } from './shared-schema.ts'
export type { Identified, Reference, TypeBuilder } from './type-builder.ts'
export type { AnswersOf, GivesOf, NeedsOf, RefusalOf, SeenBy } from './type-test.ts'
export type {
  SchemaControllerOptions,
  SchemaErrorFormatter,
  SerializerCompiler,
  ValidationFunction,
  ValidationResult,
  ValidatorCompiler
} from './validator.ts'
