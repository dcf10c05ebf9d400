// Written by espalier endpoints openapi.yml.
import { endpoint, Type, withDefault } from 'espalier/contract'
import type { OpenApiOptions } from 'espalier/openapi'

export const LoginUser = Type.Object(
  { email: Type.String(), password: Type.String({ format: 'password' }) },
  { $id: 'LoginUser' }
)

export const User = Type.Object(
  { email: Type.String(), token: Type.String(), username: Type.String(), bio: Type.String(), image: Type.String() },
  { $id: 'User' }
)

export const GenericErrorModel = Type.Object(
  { errors: Type.Object({ body: Type.Array(Type.String()) }) },
  { $id: 'GenericErrorModel' }
)

export const NewUser = Type.Object(
  { username: Type.String(), email: Type.String(), password: Type.String({ format: 'password' }) },
  { $id: 'NewUser' }
)

export const UpdateUser = Type.Object(
  {
    email: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
    username: Type.Optional(Type.String()),
    bio: Type.Optional(Type.String()),
    image: Type.Optional(Type.String())
  },
  { $id: 'UpdateUser' }
)

export const Profile = Type.Object(
  { username: Type.String(), bio: Type.String(), image: Type.String(), following: Type.Boolean() },
  { $id: 'Profile' }
)

export const NewArticle = Type.Object(
  {
    title: Type.String(),
    description: Type.String(),
    body: Type.String(),
    tagList: Type.Optional(Type.Array(Type.String()))
  },
  { $id: 'NewArticle' }
)

export const Article = Type.Object(
  {
    slug: Type.String(),
    title: Type.String(),
    description: Type.String(),
    body: Type.String(),
    tagList: Type.Array(Type.String()),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
    favorited: Type.Boolean(),
    favoritesCount: Type.Integer(),
    author: Type.Ref(Profile)
  },
  { $id: 'Article' }
)

export const UpdateArticle = Type.Object(
  {
    title: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    body: Type.Optional(Type.String())
  },
  { $id: 'UpdateArticle' }
)

export const Comment = Type.Object(
  {
    id: Type.Integer(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
    body: Type.String(),
    author: Type.Ref(Profile)
  },
  { $id: 'Comment' }
)

export const NewComment = Type.Object({ body: Type.String() }, { $id: 'NewComment' })

const loginUserRequest = Type.Object({ user: Type.Ref(LoginUser) })

const userResponse = {
  description: 'User',
  content: { 'application/json': { schema: Type.Object({ user: Type.Ref(User) }) } }
}

const unauthorized = Type.Null({ description: 'Unauthorized' })

const genericError = {
  description: 'Unexpected error',
  content: { 'application/json': { schema: Type.Ref(GenericErrorModel) } }
}

const newUserRequest = Type.Object({ user: Type.Ref(NewUser) })

const updateUserRequest = Type.Object({ user: Type.Ref(UpdateUser) })

const profileResponse = {
  description: 'Profile',
  content: { 'application/json': { schema: Type.Object({ profile: Type.Ref(Profile) }) } }
}

const offsetParam = Type.Optional(
  Type.Integer({ minimum: 0, description: 'The number of items to skip before starting to collect the result set.' })
)

const limitParam = withDefault(Type.Integer({ minimum: 1, description: 'The numbers of items to return.' }), 20)

const multipleArticlesResponse = {
  description: 'Multiple articles',
  content: {
    'application/json': {
      schema: Type.Object({
        articles: Type.Array(
          Type.Object({
            slug: Type.String(),
            title: Type.String(),
            description: Type.String(),
            tagList: Type.Array(Type.String()),
            createdAt: Type.String({ format: 'date-time' }),
            updatedAt: Type.String({ format: 'date-time' }),
            favorited: Type.Boolean(),
            favoritesCount: Type.Integer(),
            author: Type.Ref(Profile)
          })
        ),
        articlesCount: Type.Integer()
      })
    }
  }
}

const newArticleRequest = Type.Object({ article: Type.Ref(NewArticle) })

const singleArticleResponse = {
  description: 'Single article',
  content: { 'application/json': { schema: Type.Object({ article: Type.Ref(Article) }) } }
}

const updateArticleRequest = Type.Object({ article: Type.Ref(UpdateArticle) })

const emptyOkResponse = Type.Null({ description: 'No content' })

const multipleCommentsResponse = {
  description: 'Multiple comments',
  content: { 'application/json': { schema: Type.Object({ comments: Type.Array(Type.Ref(Comment)) }) } }
}

const newCommentRequest = Type.Object({ comment: Type.Ref(NewComment) })

const singleCommentResponse = {
  description: 'Single comment',
  content: { 'application/json': { schema: Type.Object({ comment: Type.Ref(Comment) }) } }
}

const tagsResponse = {
  description: 'Tags',
  content: { 'application/json': { schema: Type.Object({ tags: Type.Array(Type.String()) }) } }
}

export const login = endpoint('POST /users/login', {
  operationId: 'Login',
  tags: ['User and Authentication'],
  summary: 'Existing user login',
  description: 'Login for existing user',
  'x-codegen-request-body-name': 'body',
  body: loginUserRequest,
  response: { 200: userResponse, 401: unauthorized, 422: genericError }
})

export const createUser = endpoint('POST /users', {
  operationId: 'CreateUser',
  tags: ['User and Authentication'],
  description: 'Register a new user',
  'x-codegen-request-body-name': 'body',
  body: newUserRequest,
  response: { 201: userResponse, 422: genericError }
})

export const getCurrentUser = endpoint('GET /user', {
  operationId: 'GetCurrentUser',
  tags: ['User and Authentication'],
  summary: 'Get current user',
  description: 'Gets the currently logged-in user',
  security: [{ Token: [] }],
  response: { 200: userResponse, 401: unauthorized, 422: genericError }
})

export const updateCurrentUser = endpoint('PUT /user', {
  operationId: 'UpdateCurrentUser',
  tags: ['User and Authentication'],
  summary: 'Update current user',
  description: 'Updated user information for current user',
  security: [{ Token: [] }],
  'x-codegen-request-body-name': 'body',
  body: updateUserRequest,
  response: { 200: userResponse, 401: unauthorized, 422: genericError }
})

export const getProfileByUsername = endpoint('GET /profiles/:username', {
  operationId: 'GetProfileByUsername',
  tags: ['Profile'],
  summary: 'Get a profile',
  description: 'Get a profile of a user of the system. Auth is optional',
  params: { username: Type.String({ description: 'Username of the profile to get' }) },
  response: { 200: profileResponse, 401: unauthorized, 422: genericError }
})

export const followUserByUsername = endpoint('POST /profiles/:username/follow', {
  operationId: 'FollowUserByUsername',
  tags: ['Profile'],
  summary: 'Follow a user',
  description: 'Follow a user by username',
  security: [{ Token: [] }],
  params: { username: Type.String({ description: 'Username of the profile you want to follow' }) },
  response: { 200: profileResponse, 401: unauthorized, 422: genericError }
})

export const unfollowUserByUsername = endpoint('DELETE /profiles/:username/follow', {
  operationId: 'UnfollowUserByUsername',
  tags: ['Profile'],
  summary: 'Unfollow a user',
  description: 'Unfollow a user by username',
  security: [{ Token: [] }],
  params: { username: Type.String({ description: 'Username of the profile you want to unfollow' }) },
  response: { 200: profileResponse, 401: unauthorized, 422: genericError }
})

export const getArticlesFeed = endpoint('GET /articles/feed', {
  operationId: 'GetArticlesFeed',
  tags: ['Articles'],
  summary: 'Get recent articles from users you follow',
  description: 'Get most recent articles from users you follow. Use query parameters to limit. Auth is required',
  security: [{ Token: [] }],
  querystring: { offset: offsetParam, limit: limitParam },
  response: { 200: multipleArticlesResponse, 401: unauthorized, 422: genericError }
})

export const getArticles = endpoint('GET /articles', {
  operationId: 'GetArticles',
  tags: ['Articles'],
  summary: 'Get recent articles globally',
  description: 'Get most recent articles globally. Use query parameters to filter results. Auth is optional',
  querystring: {
    tag: Type.Optional(Type.String({ description: 'Filter by tag' })),
    author: Type.Optional(Type.String({ description: 'Filter by author (username)' })),
    favorited: Type.Optional(Type.String({ description: 'Filter by favorites of a user (username)' })),
    offset: offsetParam,
    limit: limitParam
  },
  response: { 200: multipleArticlesResponse, 401: unauthorized, 422: genericError }
})

export const createArticle = endpoint('POST /articles', {
  operationId: 'CreateArticle',
  tags: ['Articles'],
  summary: 'Create an article',
  description: 'Create an article. Auth is required',
  security: [{ Token: [] }],
  'x-codegen-request-body-name': 'article',
  body: newArticleRequest,
  response: { 201: singleArticleResponse, 401: unauthorized, 422: genericError }
})

export const getArticle = endpoint('GET /articles/:slug', {
  operationId: 'GetArticle',
  tags: ['Articles'],
  summary: 'Get an article',
  description: 'Get an article. Auth not required',
  params: { slug: Type.String({ description: 'Slug of the article to get' }) },
  response: { 200: singleArticleResponse, 422: genericError }
})

export const updateArticle = endpoint('PUT /articles/:slug', {
  operationId: 'UpdateArticle',
  tags: ['Articles'],
  summary: 'Update an article',
  description: 'Update an article. Auth is required',
  security: [{ Token: [] }],
  'x-codegen-request-body-name': 'article',
  params: { slug: Type.String({ description: 'Slug of the article to update' }) },
  body: updateArticleRequest,
  response: { 200: singleArticleResponse, 401: unauthorized, 422: genericError }
})

export const deleteArticle = endpoint('DELETE /articles/:slug', {
  operationId: 'DeleteArticle',
  tags: ['Articles'],
  summary: 'Delete an article',
  description: 'Delete an article. Auth is required',
  security: [{ Token: [] }],
  params: { slug: Type.String({ description: 'Slug of the article to delete' }) },
  response: { 204: emptyOkResponse, 401: unauthorized, 422: genericError }
})

export const getArticleComments = endpoint('GET /articles/:slug/comments', {
  operationId: 'GetArticleComments',
  tags: ['Comments'],
  summary: 'Get comments for an article',
  description: 'Get the comments for an article. Auth is optional',
  params: { slug: Type.String({ description: 'Slug of the article that you want to get comments for' }) },
  response: { 200: multipleCommentsResponse, 401: unauthorized, 422: genericError }
})

export const createArticleComment = endpoint('POST /articles/:slug/comments', {
  operationId: 'CreateArticleComment',
  tags: ['Comments'],
  summary: 'Create a comment for an article',
  description: 'Create a comment for an article. Auth is required',
  security: [{ Token: [] }],
  'x-codegen-request-body-name': 'comment',
  params: { slug: Type.String({ description: 'Slug of the article that you want to create a comment for' }) },
  body: newCommentRequest,
  response: { 200: singleCommentResponse, 401: unauthorized, 422: genericError }
})

export const deleteArticleComment = endpoint('DELETE /articles/:slug/comments/:id', {
  operationId: 'DeleteArticleComment',
  tags: ['Comments'],
  summary: 'Delete a comment for an article',
  description: 'Delete a comment for an article. Auth is required',
  security: [{ Token: [] }],
  params: {
    slug: Type.String({ description: 'Slug of the article that you want to delete a comment for' }),
    id: Type.Integer({ description: 'ID of the comment you want to delete' })
  },
  response: { 204: emptyOkResponse, 401: unauthorized, 422: genericError }
})

export const createArticleFavorite = endpoint('POST /articles/:slug/favorite', {
  operationId: 'CreateArticleFavorite',
  tags: ['Favorites'],
  summary: 'Favorite an article',
  description: 'Favorite an article. Auth is required',
  security: [{ Token: [] }],
  params: { slug: Type.String({ description: 'Slug of the article that you want to favorite' }) },
  response: { 200: singleArticleResponse, 401: unauthorized, 422: genericError }
})

export const deleteArticleFavorite = endpoint('DELETE /articles/:slug/favorite', {
  operationId: 'DeleteArticleFavorite',
  tags: ['Favorites'],
  summary: 'Unfavorite an article',
  description: 'Unfavorite an article. Auth is required',
  security: [{ Token: [] }],
  params: { slug: Type.String({ description: 'Slug of the article that you want to unfavorite' }) },
  response: { 200: singleArticleResponse, 401: unauthorized, 422: genericError }
})

export const getTags = endpoint('GET /tags', {
  operationId: 'GetTags',
  tags: ['Tags'],
  summary: 'Get tags',
  description: 'Get tags. Auth not required',
  response: { 200: tagsResponse, 422: genericError }
})

/** The options of `openapi()` that the endpoints do not contain. */
export const document: OpenApiOptions = {
  info: {
    title: 'RealWorld Conduit API',
    description: 'Conduit API documentation',
    contact: { name: 'RealWorld', url: 'https://realworld-docs.netlify.app/' },
    license: { name: 'MIT License', url: 'https://opensource.org/licenses/MIT' },
    version: '1.1.0'
  },
  servers: [{ url: 'https://api.realworld.show/api' }],
  tags: [
    { name: 'Articles' },
    { name: 'Comments' },
    { name: 'Favorites' },
    { name: 'Profile' },
    { name: 'Tags' },
    { name: 'User and Authentication' }
  ],
  securitySchemes: {
    Token: {
      type: 'apiKey',
      description: `For accessing the protected API resources, you must have received a a valid JWT token after registering or logging in. This JWT token must then be used for all protected resources by passing it in via the 'Authorization' header.

A JWT token is generated by the API by either registering via /users or logging in via /users/login.

The following format must be in the 'Authorization' header :

    Token xxxxxx.yyyyyyy.zzzzzz
    
`,
      name: 'Authorization',
      in: 'header'
    }
  }
}

/** The rest of the document, for `mergePatch()` of '@espalier/openapi-import/patch'. */
export const documentPatch: object = {
  paths: {
    '/users/login': { post: { requestBody: { description: 'Credentials to use' } } },
    '/users': { post: { requestBody: { description: 'Details of the new user to register' }, summary: undefined } },
    '/user': { put: { requestBody: { description: 'User details to update. At least **one** field is required.' } } },
    '/articles': { post: { requestBody: { description: 'Article to create' } } },
    '/articles/{slug}': { put: { requestBody: { description: 'Article to update' } } },
    '/articles/{slug}/comments': { post: { requestBody: { description: 'Comment you want to create' } } }
  },
  security: undefined
}
