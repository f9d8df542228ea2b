package daybreak

import (
	"context"
	"io"
	"iter"
	"net/http"

	"daybreak.example/client/generated/api"
)

// ArtifactService keeps uploaded files, such as training data.
type ArtifactService struct {
	caller *caller
}

// Create creates an artifact to upload files to.
func (s ArtifactService) Create(ctx context.Context, request api.CreateArtifactRequest) (*api.CreatedArtifact, error) {
	return answer[api.CreatedArtifact](s.caller.api.CreateArtifact(ctx, request))
}

// Get reads an artifact and the list of its files.
func (s ArtifactService) Get(ctx context.Context, artifactID string) (*api.Artifact, error) {
	return answer[api.Artifact](s.caller.api.GetArtifact(ctx, artifactID))
}

// List yields all artifacts. params may be nil.
func (s ArtifactService) List(ctx context.Context, params *api.ListArtifactsParams) iter.Seq2[api.Artifact, error] {
	query := orEmpty(params)
	return eachOf(query.After, func(after *string) (page[api.Artifact], error) {
		query.After = after
		found, err := valueOf[api.ArtifactPage](s.caller.api.ListArtifacts(ctx, &query))
		return page[api.Artifact]{found.Data, found.LastID, found.HasMore}, err
	})
}

// ListPage reads one page of artifacts. params may be nil.
func (s ArtifactService) ListPage(ctx context.Context, params *api.ListArtifactsParams) (*api.ArtifactPage, error) {
	return answer[api.ArtifactPage](s.caller.api.ListArtifacts(ctx, params))
}

// Delete deletes an artifact and its files. Jobs have copies of their data.
func (s ArtifactService) Delete(ctx context.Context, artifactID string) error {
	_, err := answer[api.DeletedArtifact](s.caller.api.DeleteArtifact(ctx, artifactID))
	return err
}

// Upload uploads a file; the timeout counts for the whole of it. Content that can be read at any place, as an *os.File
// can, is sent from where it stands, again after a fault; other content is sent once. It is not closed.
func (s ArtifactService) Upload(
	ctx context.Context, artifactID, fileName string, content io.Reader,
) (*api.ArtifactFile, error) {
	return answer[api.ArtifactFile](s.caller.api.UploadArtifactFileWithBody(
		ctx, artifactID, fileName, "application/octet-stream", io.NopCloser(content), repeating(content)))
}

// Download opens a file. The caller closes it.
func (s ArtifactService) Download(ctx context.Context, artifactID, fileName string) (io.ReadCloser, error) {
	response, err := success(s.caller.api.DownloadArtifactFile(ctx, artifactID, fileName, nil))
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}

// placed is content that several can read at a time. After a fault the transport may still read for the attempt before.
type placed interface {
	io.ReaderAt
	io.Seeker
}

// repeating tells the length of such content, and how to begin it again.
func repeating(content io.Reader) api.RequestEditorFn {
	return func(_ context.Context, request *http.Request) error {
		file, ok := content.(placed)
		if !ok {
			return nil
		}
		start, err := file.Seek(0, io.SeekCurrent)
		if err != nil {
			// Pipes have the methods and cannot do it.
			return nil
		}
		end, err := file.Seek(0, io.SeekEnd)
		if err != nil {
			return err
		}
		if _, err := file.Seek(start, io.SeekStart); err != nil {
			return err
		}
		request.ContentLength = end - start
		request.GetBody = func() (io.ReadCloser, error) {
			return io.NopCloser(io.NewSectionReader(file, start, end-start)), nil
		}
		return nil
	}
}
