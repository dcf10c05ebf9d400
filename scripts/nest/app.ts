// A Nest application with a little of everything that meets the framework below it. `FRAMEWORK` says which one that is.
import 'reflect-metadata'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ArgumentsHost,
  Body,
  type CallHandler,
  type CanActivate,
  Catch,
  Controller,
  createParamDecorator,
  Delete,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  Header,
  HttpCode,
  HttpException,
  Injectable,
  type MiddlewareConsumer,
  Module,
  type NestInterceptor,
  type NestMiddleware,
  type OnApplicationShutdown,
  Param,
  ParseIntPipe,
  Post,
  Query,
  Redirect,
  Req,
  Res,
  StreamableFile,
  UseFilters,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
  VersioningType
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { WsAdapter } from '@nestjs/platform-ws'
import { MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets'
import { IsInt, IsString, Min } from 'class-validator'
import { espalier } from 'espalier'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { map } from 'rxjs'

class OrderDto {
  @IsString()
  title!: string

  @IsInt()
  @Min(1)
  quantity!: number
}

class OutOfStock extends Error {}

@Catch(OutOfStock)
class OutOfStockFilter implements ExceptionFilter<OutOfStock> {
  catch(error: OutOfStock, host: ArgumentsHost) {
    void host.switchToHttp().getResponse<FastifyReply>().code(409).send({ sorry: error.message })
  }
}

@Injectable()
class CardGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<FastifyRequest & { member?: string }>()
    request.member = request.headers.card as string | undefined
    return request.member !== undefined
  }
}

const Member = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest().member
)

@Injectable()
class Envelope implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((data) => ({ data })))
  }
}

@Injectable()
class Stock {
  title(id: number) {
    return `Book ${id}`
  }
}

@Controller('orders')
class Orders {
  private readonly stock: Stock

  constructor(stock: Stock) {
    this.stock = stock
  }

  @Get(':id')
  @UseInterceptors(Envelope)
  one(@Param('id', ParseIntPipe) id: number, @Query('full') full?: string) {
    return { id, title: this.stock.title(id), full }
  }

  @Post()
  place(@Body() order: OrderDto) {
    return order
  }

  @Delete(':id')
  @HttpCode(204)
  remove() {}

  @Get(':id/mine')
  @UseGuards(CardGuard)
  mine(@Member() member: string) {
    return { member }
  }

  @Get(':id/gone')
  gone() {
    throw new HttpException({ reason: 'gone' }, 410)
  }

  @Get(':id/broken')
  broken() {
    throw new Error('broken on purpose')
  }

  @Get(':id/out')
  @UseFilters(OutOfStockFilter)
  out() {
    throw new OutOfStock('none is left')
  }

  @Get(':id/file')
  @Header('x-file', 'yes')
  file() {
    return new StreamableFile(Buffer.from('of a file'), { type: 'text/plain', disposition: 'attachment' })
  }

  @Get(':id/moved')
  @Redirect('/orders/1', 301)
  moved() {}

  @Get(':id/raw')
  raw(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    void reply.header('x-method', request.method).code(202).send({ by: 'hand' })
  }

  @Get(':id/slow')
  async slow() {
    await sleep(500)
    return 'in time'
  }

  @Get(':id/seen')
  seen(@Req() request: FastifyRequest & { raw: { seen?: string } }) {
    return { seen: request.raw.seen }
  }
}

@Controller({ path: 'catalogue', version: '2' })
class Catalogue {
  @Get()
  all() {
    return ['The Waves']
  }
}

@Injectable()
class See implements NestMiddleware {
  use(
    request: { seen?: string; url?: string; headers: object },
    response: { end(text: string): void; statusCode: number; setHeader(name: string, value: string): void },
    next: (error?: unknown) => void
  ) {
    request.seen = 'by the middleware'
    response.setHeader('x-middleware', 'yes')
    if ('stop' in request.headers) {
      response.statusCode = 418
      return response.end('stopped')
    }
    next('fail' in request.headers ? new Error('of the middleware') : undefined)
  }
}

@WebSocketGateway({ path: '/talk' })
class Talk {
  @SubscribeMessage('say')
  say(@MessageBody() text: string) {
    return { event: 'said', data: text.toUpperCase() }
  }
}

let tellShutdown: (signal: string | undefined) => Promise<void>

@Module({ controllers: [Orders, Catalogue], providers: [Stock, Talk] })
class Shop implements OnApplicationShutdown {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(See).forRoutes(Orders)
  }

  onApplicationShutdown(signal?: string) {
    return tellShutdown(signal)
  }
}

/** The adapter over either framework. An instance that it did not make itself lacks its constraint for versions, also of Fastify. */
function createAdapter() {
  if (process.env.FRAMEWORK !== 'espalier') return new FastifyAdapter()
  const instance = espalier() as unknown as FastifyInstance
  const adapter = new FastifyAdapter(instance)
  // biome-ignore lint/complexity/useLiteralKeys: it is private to the compiler
  instance.addConstraintStrategy(adapter['versionConstraint'])
  return adapter
}

export async function createShop(onShutdown: typeof tellShutdown): Promise<NestFastifyApplication> {
  tellShutdown = onShutdown
  const app = await NestFactory.create<NestFastifyApplication>(Shop, createAdapter(), { logger: false })
  app.useGlobalPipes(new ValidationPipe())
  app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version' })
  app.enableCors({ origin: 'https://shop.example' })
  app.useWebSocketAdapter(new WsAdapter(app))
  app.enableShutdownHooks()
  return app
}
