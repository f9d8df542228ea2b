package daybreak

import (
	"context"
	"io"
	"iter"
	"net/http"

	"daybreak.example/client/generated/api"
)

// ArtifactService manages uploaded files, such as the training data of SFT jobs.
type ArtifactService struct {
	caller *caller
}

// Create creates an artifact to upload files to. Its URL can be passed as TrainingDataURL.
func (s ArtifactService) Create(ctx context.Context, request api.CreateArtifactRequest) (*api.CreatedArtifact, error) {
	return answer[api.CreatedArtifact](s.caller.api.CreateArtifact(ctx, request))
}

// Get returns an artifact and the list of its files.
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

// ListPage returns one page of artifacts. params may be nil.
func (s ArtifactService) ListPage(ctx context.Context, params *api.ListArtifactsParams) (*api.ArtifactPage, error) {
	return answer[api.ArtifactPage](s.caller.api.ListArtifacts(ctx, params))
}

// Delete deletes an artifact and its files. Jobs have copies of their data.
func (s ArtifactService) Delete(ctx context.Context, artifactID string) error {
	_, err := answer[api.DeletedArtifact](s.caller.api.DeleteArtifact(ctx, artifactID))
	return err
}

// Upload uploads a file. The timeout applies to the whole upload. Content that implements io.ReaderAt and io.Seeker, as
// an *os.File does, is sent from its current offset and can be retried; other content is sent once. Upload does not
// close the content.
func (s ArtifactService) Upload(
	ctx context.Context, artifactID, fileName string, content io.Reader,
) (*api.ArtifactFile, error) {
	return answer[api.ArtifactFile](s.caller.api.UploadArtifactFileWithBody(
		ctx, artifactID, fileName, "application/octet-stream", io.NopCloser(content), repeating(content)))
}

// Download downloads a file. The caller closes the reader.
func (s ArtifactService) Download(ctx context.Context, artifactID, fileName string) (io.ReadCloser, error) {
	response, err := success(s.caller.api.DownloadArtifactFile(ctx, artifactID, fileName, nil))
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}

// placed is content with concurrent readers: after an error the transport may still read for the previous attempt.
type placed interface {
	io.ReaderAt
	io.Seeker
}

// repeating sets the length of placed content, and a GetBody that reads it again.
func repeating(content io.Reader) api.RequestEditorFn {
	return func(_ context.Context, request *http.Request) error {
		file, ok := content.(placed)
		if !ok {
			return nil
		}
		start, err := file.Seek(0, io.SeekCurrent)
		if err != nil {
			// Pipes have the method but cannot seek.
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
